(() => {
  "use strict";
  const charts = JSON.parse(document.getElementById("data").textContent).charts;
  const root = document.documentElement;

  const color = name => getComputedStyle(root).getPropertyValue("--" + name).trim();
  const figure = (number, digits = 6) => Number(number.toPrecision(digits)).toLocaleString("en");

  /** Draws lines at marked places, with the names of the marks above. */
  const marks = places => ({
    id: "marks",
    afterDatasetsDraw(chart) {
      const { ctx, chartArea: area, data } = chart;
      for (const mark of places) {
        const x = area.left + area.width * mark.at / data.labels.length;
        const right = x < (area.left + area.right) / 2;
        ctx.save();
        ctx.strokeStyle = ctx.fillStyle = color("mark");
        ctx.setLineDash([4, 3]);
        ctx.beginPath();
        ctx.moveTo(x, area.top);
        ctx.lineTo(x, area.bottom);
        ctx.stroke();
        ctx.textAlign = right ? "left" : "right";
        ctx.textBaseline = "alphabetic";
        ctx.fillText(mark.name, x + (right ? -2 : 2), area.top - 4);
        ctx.restore();
      }
    }
  });

  /** Draws counts above bars, the highest bar first, where there is room. */
  const counts = {
    id: "counts",
    afterDatasetsDraw(chart) {
      const { ctx, data } = chart;
      ctx.save();
      ctx.font = "10px system-ui, sans-serif";
      ctx.textAlign = "center";
      ctx.textBaseline = "alphabetic";
      ctx.fillStyle = color("faint");
      ctx.strokeStyle = color("paper"); // over lines of the grid
      ctx.lineWidth = 3;
      const written = [];
      const stack = data.datasets.map((_, i) => chart.getDatasetMeta(i).data);
      const bars = stack[0].map(({ x }, i) => ({
        x,
        y: Math.min(...stack.map(all => all[i].y)),
        count: Math.round(data.datasets.reduce((sum, all) => sum + all.data[i], 0))
      }));
      for (const { x, y, count } of bars.filter(bar => bar.count > 0).sort((a, b) => b.count - a.count)) {
        const text = figure(count);
        const half = ctx.measureText(text).width / 2 + 2;
        if (bars.every(bar => bar.x === x || Math.abs(bar.x - x) > half || bar.y > y - 2)
          && written.every(one => Math.abs(one.x - x) > half + one.half || Math.abs(one.y - y) > 11)) {
          const at = Math.min(x, chart.width - half);
          ctx.strokeText(text, at, y - 3);
          ctx.fillText(text, at, y - 3);
          written.push({ x, y, half });
        }
      }
      ctx.restore();
    }
  };

  /** Writes the edges of bins below the edges of their bars, where there is room. */
  const edges = labels => ({
    id: "edges",
    afterDraw({ ctx, width, chartArea: area }) {
      const texts = [...labels.map(label => label.split("–")[0].trim()), labels.at(-1).split("–").at(-1).trim()];
      ctx.save();
      ctx.font = "11px system-ui, sans-serif";
      ctx.textAlign = "center";
      ctx.textBaseline = "top";
      ctx.fillStyle = ctx.strokeStyle = color("faint");
      const room = Math.max(...texts.map(text => ctx.measureText(text).width)) + 8;
      const step = Math.ceil(room * labels.length / area.width);
      for (let edge = 0; edge < texts.length; edge += step) {
        const x = area.left + area.width * edge / labels.length;
        ctx.fillRect(x - 0.5, area.bottom, 1, 4);
        const half = ctx.measureText(texts[edge]).width / 2;
        ctx.fillText(texts[edge], Math.min(x, width - half), area.bottom + 6);
      }
      ctx.restore();
    }
  });

  /** The reader's selection: ranks from first to last, and a call site. */
  const chosen = { ranks: null, site: null };

  /** The numbers in a text such as "7" or "64–127"; null for other texts. */
  const span = text => {
    const found = /^(?:rank )?([\d,]+)(?:[–-]([\d,]+))?$/.exec(text.trim());
    const number = part => Number(part.replaceAll(",", ""));
    return found && { first: number(found[1]), last: number(found[2] ?? found[1]) };
  };

  const meets = (a, b) => a.first <= b.last && b.first <= a.last;

  /** Whether ranks are selected, and the given ranks are not among them. */
  const isOther = ranks => chosen.ranks !== null && !meets(ranks, chosen.ranks);

  /** A name without its callers, shortened to about 40% of the width. */
  const shortened = (name, width) => {
    const most = Math.floor(width / 15);
    const own = name.replace(/ < .*/, "");
    return own.length > most ? "…" + own.slice(1 - most) : own;
  };

  /** Names that have the same colour on all pages: parts of a run, and lines of scaling. */
  const FIXED = new Map([
    ["computation", "series-0"], ["waiting", "series-1"], ["work in calls", "series-2"], ["predicted", "amount"], ["ideal", "faint"]
  ]);

  /** The colour of each name: its fixed colour, otherwise the next of a list of colours without a meaning. */
  const tints = names => {
    const others = names.filter(name => !FIXED.has(name));
    return names.map(name => FIXED.has(name)
      ? color(FIXED.get(name))
      : others.length === 1 ? color("amount") : ordered(others.indexOf(name) / (others.length - 1)));
  };

  /** Allows line breaks in keys only after dots, and none in options, names with hyphens and call sites. */
  const keepWhole = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) {
      if (!walker.currentNode.parentNode.closest("script, style, pre, code, .name")) {
        texts.push(walker.currentNode);
      }
    }
    for (const text of texts) {
      const parts = text.data.split(/((?<![\w-])--[a-z][\w-]*|\b[a-z][a-z\d]{0,15}(?:-[a-z\d]{1,15}){1,2}\b|\b[a-z_]+\.(?=[a-z_]+\b))/);
      if (parts.length > 1) {
        text.replaceWith(...parts.flatMap((part, i) => {
          if (i % 2 === 0) {
            return part;
          }
          const span = document.createElement("span");
          span.className = "whole";
          span.textContent = part;
          return part.endsWith(".") ? [span, document.createElement("wbr")] : span;
        }));
      }
    }
  };

  const byRank = chart => !chart.rows && chart.x === "rank";

  const bars = (canvas, chart) => {
    const ink = color("faint");
    const axis = (title, grid, more) => ({
      stacked: true,
      beginAtZero: true,
      title: { display: title !== "", text: title, color: ink },
      ticks: { color: ink, maxRotation: 0, autoSkipPadding: 16, ...more },
      grid: { display: grid, color: color("line") },
      border: { color: color("line") }
    });
    const spans = byRank(chart) ? chart.labels.map(span) : [];
    const colours = tints(chart.series.map(({ name }) => name));
    const tint = i => ({ dataIndex }) => colours[i] + (spans[dataIndex] && isOther(spans[dataIndex]) ? "40" : "");
    const dataset = (series, i) => ({
      type: series.line ? "line" : "bar",
      label: series.name,
      data: series.values.map(value => value * chart.per_unit),
      backgroundColor: series.line || spans.length === 0 || chosen.ranks === null ? colours[i] : tint(i),
      borderColor: colours[i],
      borderWidth: series.line ? 1.5 : 0,
      pointRadius: 0,
      pointHitRadius: 4,
      maxBarThickness: chart.rows ? 24 : undefined,
      barPercentage: 1,
      categoryPercentage: chart.labels.length > 64 ? 1 : 0.9,
      stack: series.line ? "line " + i : "bars",
      order: series.line ? 0 : 1
    });
    const byEdge = chart.counts && canvas.parentElement.classList.contains("small");
    const first = place => {
      const label = chart.labels[place];
      return byEdge ? " " : chart.rows ? shortened(label, canvas.clientWidth) : chart.counts ? label : label.split("–")[0].trim();
    };
    /** Each row has its own series, whose name is the row's label. */
    const namedByRows = chart.rows && chart.series.every(({ name }, i) => name === chart.labels[i]);
    const places = axis(chart.x, false, { callback: first, autoSkip: !chart.rows });
    const values = axis(chart.y, true, { maxTicksLimit: 6 });
    if (chart.counts) {
      values.grace = "20%";
    }
    return new Chart(canvas, {
      type: "bar",
      data: { labels: chart.labels, datasets: chart.series.map(dataset) },
      plugins: [marks(chart.marks), ...(chart.counts ? [counts] : []), ...(byEdge ? [edges(chart.labels)] : [])],
      options: {
        animation: false,
        maintainAspectRatio: false,
        layout: { padding: { top: chart.marks.length > 0 ? 14 : 0, right: byEdge ? 20 : 0 } },
        locale: "en",
        indexAxis: chart.rows ? "y" : "x",
        interaction: { mode: "index", intersect: false, axis: chart.rows ? "y" : "x" },
        onClick: (_, items) => spans.length > 0 && items.length > 0 && choose({ ranks: spans[items[0].index] }),
        scales: chart.rows ? { x: values, y: places } : { x: places, y: values },
        plugins: {
          legend: { display: chart.series.length > 1 && !namedByRows, labels: { color: color("ink"), boxWidth: 12 } },
          tooltip: {
            callbacks: { label: item => item.dataset.label + ": " + figure(chart.rows ? item.parsed.x : item.parsed.y) }
          }
        }
      }
    });
  };

  /** Whether a curve of pixels crosses a rectangle. */
  const crosses = (curve, box) => curve.slice(1).some((to, i) => {
    const [a, b] = curve[i].x <= to.x ? [curve[i], to] : [to, curve[i]];
    if (b.x < box.left || a.x > box.right) {
      return false;
    }
    const row = x => a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x);
    const rows = a.x === b.x ? [a.y, b.y] : [row(Math.max(a.x, box.left)), row(Math.min(b.x, box.right))];
    return Math.max(...rows) >= box.top && Math.min(...rows) <= box.bottom;
  });

  /** Draws marked points on lines, with names where there is room. */
  const diamonds = (lines, places, perUnit, tint) => ({
    id: "diamonds",
    /** Whether a line falls from a mark to its minimum. */
    falls(line, mark) {
      const values = line.values.map(value => value ?? Infinity);
      return mark.place < places[values.indexOf(Math.min(...values))];
    },
    afterDatasetsDraw({ ctx, width, data, scales }) {
      const curves = data.datasets
        .filter(set => set.edge && set.borderWidth > 0)
        .map(set => set.data
          .filter(({ y }) => y !== null)
          .map(({ x, y }) => ({ x: scales.x.getPixelForValue(x), y: scales.y.getPixelForValue(y) })));
      const named = [];
      const isFree = box => box.left >= scales.x.left && box.right <= width && box.bottom <= scales.y.bottom
        && curves.every(curve => !crosses(curve, box))
        && named.every(one => one.bottom < box.top || box.bottom < one.top
          || one.right + 4 < box.left || box.right + 4 < one.left);
      lines.forEach((line, i) => {
        ctx.save();
        ctx.fillStyle = tint(i);
        ctx.font = "11px system-ui, sans-serif";
        ctx.textAlign = "left";
        ctx.textBaseline = "alphabetic";
        for (const mark of line.marks.filter(({ name }) => lines.length <= 3 || !/^\+[^1]|^\+10/.test(name))) {
          const x = scales.x.getPixelForValue(mark.place);
          const y = scales.y.getPixelForValue(mark.value * perUnit);
          ctx.beginPath();
          ctx.moveTo(x, y - 5);
          ctx.lineTo(x + 5, y);
          ctx.lineTo(x, y + 5);
          ctx.lineTo(x - 5, y);
          ctx.fill();
          const length = ctx.measureText(mark.name).width;
          // rather above a line that falls, and below one that rises
          const baselines = this.falls(line, mark) ? [y - 7, y + 15] : [y + 15, y - 7];
          const free = [x + 7, x - 7 - length]
            .flatMap(left => baselines.map(
              base => ({ left, right: left + length, base, top: base - 9, bottom: base + 2 })))
            .find(isFree);
          if (lines.length <= 3 && length > 0 && free) {
            ctx.strokeStyle = color("paper");
            ctx.lineWidth = 3;
            ctx.strokeText(mark.name, free.left, free.base);
            ctx.fillText(mark.name, free.left, free.base);
            named.push(free);
          }
        }
        ctx.restore();
      });
    }
  });

  /** Draws bars from the low to the high end of points without a line. */
  const whiskers = (lines, perUnit, tint) => ({
    id: "whiskers",
    beforeDatasetsDraw({ ctx, scales }) {
      lines.forEach((line, i) => {
        ctx.save();
        ctx.strokeStyle = tint(i);
        ctx.lineWidth = 3;
        ctx.globalAlpha = 0.4;
        (line.low ?? []).forEach((low, place) => {
          if (low !== null) {
            const x = scales.x.getPixelForValue(place);
            ctx.beginPath();
            ctx.moveTo(x, scales.y.getPixelForValue(low * perUnit));
            ctx.lineTo(x, scales.y.getPixelForValue(line.high[place] * perUnit));
            ctx.stroke();
          }
        });
        ctx.restore();
      });
    }
  });

  /** The colour at a share from 0 to 1 of a scale. */
  const between = (scale, share) => {
    const at = Math.min(scale.length - 2, Math.floor(share * (scale.length - 1)));
    const channels = colour => [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16));
    const to = channels(scale[at + 1]);
    return "#" + channels(scale[at])
      .map((from, i) => Math.round(from + (to[i] - from) * (share * (scale.length - 1) - at)).toString(16).padStart(2, "0"))
      .join("");
  };

  /** The colour of a value between the least, 0, and the most, 1. */
  const ordered = share => between([0, 1, 2, 3, 4].map(i => color("ordered-" + i)), share);

  /** Writes the value of each line beside its end, where there is room between the ends. */
  const endLabels = (chart, tint) => ({
    id: "end-labels",
    afterDatasetsDraw({ ctx, chartArea: area, scales }) {
      const last = line => line.values.findLast(value => value !== null);
      const ends = chart.lines
        .map((line, i) => ({ name: line.name.split("=").pop(), colour: tint(i), value: last(line) }))
        .filter(end => end.value !== undefined)
        .map(end => ({ ...end, y: scales.y.getPixelForValue(end.value * chart.per_unit) }))
        .sort((a, b) => a.y - b.y);
      ctx.save();
      ctx.textBaseline = "middle";
      let below = area.top - 12;
      for (const end of ends) {
        if (end.y >= below + 12) {
          ctx.fillStyle = end.colour;
          ctx.fillText(end.name, area.right + 6, end.y);
          below = end.y;
        }
      }
      ctx.restore();
    }
  });

  /** Marks the answer at the settings that the reader chose: {@code chart.here}. */
  const chosenPlace = chart => ({
    id: "chosen-place",
    afterDatasetsDraw({ ctx, chartArea: area, scales }) {
      if (!chart.here) {
        return;
      }
      const x = scales.x.getPixelForValue(chart.here.place);
      const y = scales.y.getPixelForValue(chart.here.value * chart.per_unit);
      ctx.save();
      ctx.strokeStyle = ctx.fillStyle = color("mark");
      ctx.lineWidth = 1.5;
      ctx.beginPath();
      ctx.moveTo(x, area.top);
      ctx.lineTo(x, area.bottom);
      ctx.stroke();
      if (y >= area.top && y <= area.bottom) {
        ctx.beginPath();
        ctx.arc(x, y, 5, 0, 2 * Math.PI);
        ctx.fill();
      }
      ctx.restore();
    }
  });

  const lines = (canvas, chart) => {
    const ink = color("faint");
    const colours = tints(chart.lines.map(({ name }) => name));
    const tint = i => colours[i];
    const named = chart.places.length === 0;
    const scattered = named || chart.scattered;
    const points = values => values.map((value, i) => ({
      x: named ? chart.labels[i] : chart.places[i],
      y: value === null ? null : value * chart.per_unit
    }));
    const pieces = chart.places.length <= 64 ? 8 : 1;
    /** Adds points between the given points, on a curve proportional to the figure or to its inverse. */
    const dense = values => points(values).flatMap((from, i, all) => {
      const to = all[i + 1];
      if (!to || from.y === null || to.y === null) {
        return [from];
      }
      const way = x => chart.inverse ? 1 / x : x;
      return Array.from({ length: pieces }, (_, piece) => {
        const share = piece / pieces;
        const x = chart.logarithmic ? from.x * (to.x / from.x) ** share : from.x + (to.x - from.x) * share;
        return { x, y: from.y + (to.y - from.y) * (way(x) - way(from.x)) / (way(to.x) - way(from.x)) };
      });
    });
    const edge = (values, i, more) => ({
      edge: true, data: dense(values), pointRadius: 0, pointHitRadius: 0, spanGaps: true, borderWidth: 0,
      borderColor: tint(i), backgroundColor: tint(i) + "40", ...more
    });
    const datasets = chart.lines.flatMap((line, i) => [
      {
        label: line.name, data: points(line.values), showLine: false, pointRadius: named ? 5 : scattered ? 2 : 3, pointHitRadius: 6,
        borderColor: tint(i), backgroundColor: tint(i)
      },
      ...(scattered ? [] : [edge(line.values, i, { borderWidth: 2, borderDash: line.name === "ideal" ? [6, 4] : [] })]),
      ...(scattered || !line.low ? [] : [edge(line.low, i, {}), edge(line.high, i, { fill: "-1" })])
    ]);
    /** A band far above all lines would press the lines together, so the chart cuts it off. */
    const tallest = 2 * chart.per_unit * Math.max(...chart.lines.flatMap(line => line.values));
    const isTaller = chart.lines.some(line => (line.high ?? []).some(high => high * chart.per_unit > tallest));
    const marked = chart.lines.flatMap(line => line.marks).map(mark => mark.value * chart.per_unit);
    const limits = {
      ...(marked.length > 0 ? { suggestedMin: Math.min(...marked), suggestedMax: Math.max(...marked) } : {}),
      ...(isTaller ? { max: tallest } : { beginAtZero: chart.scattered })
    };
    const step = Math.ceil(chart.places.length / 12);
    const label = new Map(chart.places.map((place, i) => [place, chart.labels[i]]));
    const axis = (title, more) => ({
      title: { display: true, text: title, color: ink },
      ticks: { color: ink, maxRotation: 0, autoSkipPadding: 16, maxTicksLimit: 8 },
      grid: { color: color("line") },
      border: { color: color("line") },
      ...more
    });
    const places = named
      ? { type: "category", offset: true }
      : {
        type: chart.logarithmic ? "logarithmic" : "linear",
        min: Math.min(...chart.places),
        max: Math.max(...chart.places),
        ...(chart.round_ticks ? {} : {
          afterBuildTicks: scale => {
            scale.ticks = chart.places.filter((_, i) => i % step === 0).sort((a, b) => a - b).map(value => ({ value }));
          },
          ticks: { color: ink, maxRotation: 45, callback: value => label.get(value) }
        })
      };
    return new Chart(canvas, {
      type: "line",
      data: { labels: named ? chart.labels : undefined, datasets },
      plugins: [diamonds(chart.lines, chart.places, chart.per_unit, tint), ...(named ? [whiskers(chart.lines, chart.per_unit, tint)] : []), ...(chart.ordered ? [endLabels(chart, tint)] : []), chosenPlace(chart)],
      options: {
        animation: false,
        maintainAspectRatio: false,
        locale: "en",
        interaction: { mode: "nearest", intersect: true },
        layout: { padding: { right: chart.ordered ? 96 : 0, top: marked.length > 0 ? 14 : 0 } },
        scales: { x: axis(chart.x + (chart.logarithmic ? ", logarithmic scale" : ""), places), y: axis(chart.y, limits) },
        plugins: {
          legend: {
            display: chart.lines.length > 1 && !chart.ordered,
            labels: { color: color("ink"), boxWidth: 12, filter: (item, data) => !data.datasets[item.datasetIndex].edge }
          },
          tooltip: {
            filter: item => !item.dataset.edge,
            callbacks: {
              title: items => items.length === 0 ? "" : chart.x + " " + chart.labels[items[0].dataIndex],
              label: item => item.dataset.label + ": " + figure(item.parsed.y)
            }
          }
        }
      }
    });
  };

  /** Creates a canvas as wide as its frame, with the resolution of the screen. */
  const stretch = (canvas, height) => {
    const width = canvas.parentElement.clientWidth;
    const sharp = devicePixelRatio || 1;
    canvas.width = width * sharp;
    canvas.height = height(width) * sharp;
    return { sharp, width, height: height(width) };
  };

  /** Clears a canvas. Returns its context and its size. */
  const surface = (canvas, tall) => {
    const { sharp, width, height } = stretch(canvas, tall);
    const ctx = canvas.getContext("2d");
    ctx.scale(sharp, sharp);
    ctx.font = "12px system-ui, sans-serif";
    ctx.textBaseline = "middle";
    return { ctx, width, height };
  };

  /** Shows a text for the place under the pointer. */
  const hover = (canvas, width, text) => {
    canvas.onmousemove = event => {
      const scale = width / canvas.clientWidth;
      canvas.title = text(event.offsetX * scale, event.offsetY * scale);
    };
  };

  /** Draws the colour scale between two values, with their names at the ends, and shares with names as ticks below. */
  const legend = (ctx, x, y, width, paint, low, high, ticks = []) => {
    for (let i = 0; i < width; i++) {
      paint(i / (width - 1));
      ctx.fillRect(x + i, y, 1.5, 10);
    }
    ctx.globalAlpha = 1;
    ctx.fillStyle = color("faint");
    ctx.textAlign = "right";
    ctx.fillText(low, x - 6, y + 5);
    ctx.textAlign = "left";
    ctx.fillText(high, x + width + 6, y + 5);
    ctx.textAlign = "center";
    for (const [share, name] of ticks) {
      ctx.fillRect(x + width * share - 0.5, y + 10, 1, 4);
      ctx.fillText(name, x + width * share, y + 21);
    }
  };

  /** Sets the colour of an amount from 0 to 1. */
  const amount = ctx => {
    const strongest = color("amount");
    return share => {
      ctx.globalAlpha = share === 0 ? 0.06 : 0.12 + 0.88 * share;
      ctx.fillStyle = strongest;
    };
  };

  /** The share of the least amount, which is not zero. */
  const visible = share => Math.min(1, Math.max(share, 1e-3));

  /** Viridis, whose steps look equally large, also to colour-blind readers. */
  const VIRIDIS = ["#440154", "#482878", "#3e4989", "#31688e", "#26828e", "#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725"];

  /** Sets the colour of a position from 0 to 1 in an ordered list. */
  const place = ctx => share => {
    ctx.globalAlpha = 1;
    ctx.fillStyle = between(VIRIDIS, share);
  };

  const still = { destroy() {} };

  const BASE64 = new Map([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].map((digit, i) => [digit, i]));

  /** Amounts of four digits, three characters each: how often the unit is halved (63: zero, or no amount) and 12 bits. */
  const unpacked = ({ unit, packed }) => Array.from({ length: packed.length / 3 }, (_, i) => {
    const [halvings, high, low] = packed.slice(3 * i, 3 * i + 3).split("").map(digit => BASE64.get(digit));
    const rest = high << 6 | low;
    return halvings < 63 ? unit * 2 ** -halvings * (4096 + rest) / 8192 : rest === 0 ? 0 : null;
  });

  /** The cells of a matrix that have messages. */
  const cellsOf = chart => {
    if (!chart.cells) {
      const [messages, bytes] = [unpacked(chart.messages), unpacked(chart.bytes)];
      chart.cells = [];
      let at = 0;
      chart.runs.forEach((length, run) => {
        for (const end = at + length; at < end; at++) {
          if (run % 2 === 1) {
            const i = chart.cells.length;
            chart.cells.push({ from: Math.floor(at / chart.bins), to: at % chart.bins, messages: messages[i], bytes: bytes[i] });
          }
        }
      });
    }
    return chart.cells;
  };

  /** Room for the numbers of ranks beside a matrix. */
  const margin = { left: 52, top: 40 };

  const matrixHeight = () => width => width - margin.left + margin.top + 48;

  const matrix = (canvas, chart) => {
    const { left, top } = margin;
    const { ctx, width } = surface(canvas, matrixHeight());
    const side = width - left - 8;
    const cell = side / chart.bins;
    const cells = cellsOf(chart);
    const { least_bytes: least, most_bytes: most } = chart;
    ctx.fillStyle = color("band");
    ctx.fillRect(left, top, side, side);
    const paint = amount(ctx);
    const share = bytes => least < most ? Math.log(bytes / least) / Math.log(most / least) : 1;
    for (const { from, to, bytes } of cells) {
      paint(bytes === 0 ? 0 : visible(share(bytes)));
      if (isOther(ranksOf(chart, from)) && isOther(ranksOf(chart, to))) {
        ctx.globalAlpha = 0.06;
      }
      const x = Math.floor(left + to * cell);
      const y = Math.floor(top + from * cell);
      ctx.fillRect(x, y, Math.ceil(left + (to + 1) * cell) - x, Math.ceil(top + (from + 1) * cell) - y);
    }
    ctx.globalAlpha = 1;
    ctx.fillStyle = color("faint");
    const steps = Math.min(4, chart.bins);
    for (let i = 0; i < steps; i++) {
      const bin = Math.floor(i * chart.bins / steps);
      ctx.textAlign = "center";
      ctx.fillText(bin * chart.ranks_per_bin, left + (bin + 0.5) * cell, top - 9);
      ctx.textAlign = "right";
      ctx.fillText(bin * chart.ranks_per_bin, left - 6, top + (bin + 0.5) * cell);
    }
    ctx.textAlign = "left";
    ctx.fillText("from rank ↓, to rank →", 0, 10);
    if (least === most) {
      ctx.textAlign = "left";
      ctx.fillText(`${most.toLocaleString("en")} B in each cell with messages`, left, top + side + 19);
    } else {
      const low = least.toLocaleString("en") + " B";
      const start = Math.max(left, ctx.measureText(low).width + 12);
      const middle = 10 ** Math.round(Math.log10(least * most) / 2);
      const length = Math.min(160, side / 2);
      legend(ctx, start, top + side + 14, length, at => paint(visible(at)), low, most.toLocaleString("en") + " B, logarithmic scale",
        middle > least && middle < most ? [[share(middle), middle.toLocaleString("en")]] : []);
    }
    hover(canvas, width, (x, y) => {
      const to = Math.floor((x - left) / cell);
      const from = Math.floor((y - top) / cell);
      return to < 0 || from < 0 || to >= chart.bins || from >= chart.bins ? "" : cellText(chart, from, to);
    });
    return still;
  };

  /** The number of planes side by side, and the size of their cells, so that all planes fit. */
  const arranged = (chart, width) => {
    const gap = 8;
    const head = 20;
    const name = chart.names.length > 0 ? 14 : 0;
    let best;
    for (let most = 1; most <= chart.planes; most++) {
      const across = Math.ceil(chart.planes / Math.ceil(chart.planes / most));
      const cell = Math.min(22, (width + gap) / across / chart.columns - gap / chart.columns);
      const lines = Math.ceil(chart.planes / across);
      const panel = head + lines * (name + chart.rows * cell + gap);
      const height = chart.panels.length * panel;
      const fits = height <= 720 || most === chart.planes;
      if (cell > 0 && (!best || (fits && !best.fits) || (fits === best.fits && (cell > best.cell || (cell === best.cell && height < best.height))))) {
        best = { across, cell, gap, head, name, panel, height, fits };
      }
    }
    return best;
  };

  const planesHeight = chart => width => arranged(chart, width).height + 28;

  const planes = (canvas, chart) => {
    const { ctx, width, height } = surface(canvas, planesHeight(chart));
    const plan = arranged(chart, width);
    for (const panel of chart.panels) {
      panel.values ??= unpacked(panel.amounts);
    }
    const all = chart.panels.flatMap(panel => panel.values).filter(value => value !== null);
    const most = chart.full || all.reduce((a, b) => Math.max(a, b), 0);
    const paint = (chart.order ? place : amount)(ctx);
    const corner = (panel, plane) => ({
      x: plane % plan.across * (chart.columns * plan.cell + plan.gap),
      y: panel * plan.panel + plan.head + plan.name + Math.floor(plane / plan.across) * (plan.name + chart.rows * plan.cell + plan.gap)
    });
    const inner = plan.cell > 5 ? plan.cell - 1 : plan.cell;
    const empty = color("band");
    chart.panels.forEach((panel, p) => {
      ctx.globalAlpha = 1;
      ctx.fillStyle = color("ink");
      ctx.textAlign = "left";
      ctx.fillText(panel.name, 0, p * plan.panel + plan.head / 2);
      let i = 0;
      for (let plane = 0; plane < chart.planes; plane++) {
        const { x, y } = corner(p, plane);
        if (plan.name > 0) {
          ctx.globalAlpha = 1;
          ctx.fillStyle = color("faint");
          ctx.fillText(chart.names[plane], x, y - plan.name / 2, chart.columns * plan.cell);
        }
        for (let row = 0; row < chart.rows; row++) {
          for (let column = 0; column < chart.columns; column++) {
            const value = panel.values[i++];
            if (value === null) {
              ctx.globalAlpha = 1;
              ctx.fillStyle = empty;
            } else {
              paint(most === 0 ? 0 : Math.min(1, value / most));
            }
            ctx.fillRect(x + column * plan.cell, y + row * plan.cell, inner, inner);
          }
        }
      }
    });
    const words = value => chart.order ? `${chart.unit} ${figure(value)}` : `${figure(value, 4)} ${chart.unit}`;
    legend(ctx, chart.order ? 48 : 24, height - 18, 160, paint, chart.order ? words(0) : "0", words(most) + ", linear scale");
    hover(canvas, width, (x, y) => {
      for (let p = 0; p < chart.panels.length; p++) {
        for (let plane = 0; plane < chart.planes; plane++) {
          const at = corner(p, plane);
          const column = Math.floor((x - at.x) / plan.cell);
          const row = Math.floor((y - at.y) / plan.cell);
          if (column >= 0 && row >= 0 && column < chart.columns && row < chart.rows) {
            const value = chart.panels[p].values[(plane * chart.rows + row) * chart.columns + column];
            return `${chart.panels[p].name}, ${chart.names[plane] ?? "plane " + plane}, column ${column}, row ${row}: `
              + (value === null ? "nothing" : words(value));
          }
        }
      }
      return "";
    });
    return still;
  };

  /** A round step that divides a length into some eight parts. */
  const roundStep = length => {
    const power = 10 ** Math.floor(Math.log10(length / 8));
    return [1, 2, 5, 10].map(factor => factor * power).find(step => length / step <= 8);
  };

  const rowHeight = chart => Math.max(4, Math.min(20, 480 / chart.ranks.length));

  /** Room for names of calls above the timeline, in lines. */
  const keyLines = (chart, width) => {
    let lines = 1;
    let x = timelineLeft;
    for (const state of chart.states) {
      const wide = 34 + 7 * state.length;
      if (x > timelineLeft && x + wide > width) {
        lines++;
        x = timelineLeft;
      }
      x += wide;
    }
    return lines;
  };

  const timelineLeft = 44;

  const timelineTop = (chart, width) => 6 + 20 * keyLines(chart, width);

  const timelineHeight = chart => width => timelineTop(chart, width) + rowHeight(chart) * chart.ranks.length + 36;

  /** The colours of calls, which have no other meaning: colours of neighbouring calls differ, and all differ from computation, 0. */
  const callColour = k => k > 5 ? color("faint") : color("series-" + [0, 3, 7, 5, 4, 6][k]);

  /** The part of a timeline that is shown at first. */
  const opening = ({ iterations, from, to }) => iterations ? { from: iterations.from, to: iterations.to } : { from, to };

  const isWithin = (part, whole) => whole !== undefined && part.from >= whole.from && part.to <= whole.to;

  /** Draws a part of the window, in seconds: {@code chart.view}. */
  const timeline = (canvas, chart) => {
    const left = timelineLeft;
    const row = rowHeight(chart);
    const { ctx, width } = surface(canvas, timelineHeight(chart));
    const top = timelineTop(chart, width);
    const bottom = top + row * chart.ranks.length;
    const length = width - left - 12;
    const view = chart.view ??= opening(chart);
    const shown = isWithin(view, chart.iterations) ? chart.iterations : chart;
    const at = seconds => left + length * (seconds - view.from) / (view.to - view.from);
    const slotSeconds = (shown.to - shown.from) / chart.slots;
    const call = state => state + 1 >> 1;
    const named = siteCall();
    let x = left;
    let y = 11;
    chart.states.forEach((state, k) => {
      const wide = 34 + 7 * state.length;
      if (x > left && x + wide > width) {
        x = left;
        y += 20;
      }
      ctx.fillStyle = callColour(k);
      ctx.fillRect(x, y - 6, 12, 12);
      ctx.fillStyle = color("ink");
      ctx.fillText(state, x + 17, y);
      x += wide;
    });
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, length, bottom - top);
    ctx.clip();
    shown.rows.forEach((runs, r) => {
      const rank = { first: chart.ranks[r], last: chart.ranks[r] };
      let slot = 0;
      for (let i = 0; i < runs.length; i += 2) {
        const [state, slots] = runs.slice(i, i + 2);
        const from = at(shown.from + slot * slotSeconds);
        const to = at(shown.from + (slot + slots) * slotSeconds);
        slot += slots;
        if (state >= 0 && to > left && from < left + length) {
          const other = isOther(rank) || (named !== null && chart.states[call(state)] !== named);
          ctx.globalAlpha = (other ? 0.2 : 1) * (state > 0 && state % 2 === 0 ? 0.45 : 1);
          ctx.fillStyle = callColour(call(state));
          ctx.fillRect(from, top + r * row, to - from, row > 6 ? row - 2 : row);
        }
      }
    });
    ctx.strokeStyle = color("ink");
    for (let i = 0; i < chart.messages.length; i += 4) {
      const [from, to, sent, arrived] = chart.messages.slice(i, i + 4);
      const ends = [from, to].map(r => ({ first: chart.ranks[r], last: chart.ranks[r] }));
      ctx.globalAlpha = ends.every(isOther) ? 0.1 : 0.75;
      ctx.beginPath();
      ctx.moveTo(at(sent), top + (from + 0.5) * row);
      ctx.lineTo(at(arrived), top + (to + 0.5) * row);
      ctx.stroke();
    }
    ctx.restore();
    ctx.fillStyle = color("faint");
    ctx.textAlign = "right";
    const every = Math.ceil(16 / row);
    chart.ranks.forEach((rank, r) => {
      if (r % every === 0) {
        ctx.fillText(rank, left - 6, top + (r + 0.5) * row);
      }
    });
    ctx.textAlign = "center";
    const step = roundStep((view.to - view.from) * chart.per_unit);
    for (let tick = Math.ceil(view.from * chart.per_unit / step); tick * step <= view.to * chart.per_unit; tick++) {
      ctx.fillText(figure(tick * step), at(tick * step / chart.per_unit), bottom + 10);
    }
    ctx.fillText(`rank ↓, time in ${chart.unit} →`, left + length / 2, bottom + 27);
    const seconds = px => view.from + Math.min(1, Math.max(0, (px - left) / length)) * (view.to - view.from);
    const rowAt = py => Math.floor((py - top) / row);
    hover(canvas, width, (px, py) => {
      const r = rowAt(py);
      if (r < 0 || r >= chart.rows.length || px < left || px > left + length) {
        return "";
      }
      let slot = Math.min(chart.slots - 0.5, (seconds(px) - shown.from) / slotSeconds);
      const runs = shown.rows[r];
      let i = 0;
      while (slot >= runs[i + 1]) {
        slot -= runs[i + 1];
        i += 2;
      }
      const state = runs[i];
      const what = state < 0 ? "nothing" : chart.states[call(state)] + (state > 0 && state % 2 === 0 ? ", waiting" : "");
      return `rank ${chart.ranks[r]}, ${figure(seconds(px) * chart.per_unit)} ${chart.unit}: ${what}`;
    });
    dragged(canvas, width, (from, to) => zoom(canvas, seconds(from), seconds(to)), py => {
      const rank = chart.ranks[rowAt(py)];
      if (rank !== undefined) {
        choose({ ranks: { first: rank, last: rank } });
      }
    });
    return still;
  };

  /** Shows a part of a timeline, in seconds, not longer than the whole and not shorter than four slots. */
  const zoom = (canvas, from, to) => {
    const chart = chartOf(canvas);
    const whole = chart.to - chart.from;
    const least = 4 * (chart.iterations ? chart.iterations.to - chart.iterations.from : whole) / chart.slots;
    const length = Math.min(whole, Math.max(least, to - from));
    const start = Math.min(chart.to - length, Math.max(chart.from, (from + to - length) / 2));
    chart.view = { from: start, to: start + length };
    draw(canvas);
  };

  /** Distinguishes a drag along a drawing, from left to right, from a click. */
  const dragged = (canvas, width, drag, click) => {
    const frame = canvas.parentElement;
    const at = event => event.offsetX * width / canvas.clientWidth;
    canvas.onpointerdown = event => {
      const start = at(event);
      const shade = document.createElement("div");
      shade.className = "span";
      frame.append(shade);
      canvas.setPointerCapture(event.pointerId);
      canvas.onpointermove = move => {
        shade.style.left = Math.min(start, at(move)) + "px";
        shade.style.width = Math.abs(at(move) - start) + "px";
      };
      canvas.onpointerup = canvas.onpointercancel = end => {
        shade.remove();
        canvas.onpointermove = canvas.onpointerup = canvas.onpointercancel = null;
        if (end.type === "pointerup") {
          const stop = at(end);
          if (Math.abs(stop - start) > 5) {
            drag(Math.min(start, stop), Math.max(start, stop));
          } else {
            click(end.offsetY * width / canvas.clientWidth);
          }
        }
      };
    };
  };

  /** A button with a label and an action. */
  const button = (name, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = name;
    made.addEventListener("click", action);
    return made;
  };

  /** Buttons that do what a drag does, for the keyboard. */
  const zoomButtons = canvas => {
    const chart = chartOf(canvas);
    const by = (factor, shift) => () => {
      const { from, to } = chart.view ?? opening(chart);
      const middle = (from + to) / 2 + shift * (to - from);
      const half = factor * (to - from) / 2;
      zoom(canvas, middle - half, middle + half);
    };
    const tools = document.createElement("div");
    tools.className = "tools";
    tools.append(
      button("Zoom in", by(0.5, 0)),
      button("Zoom out", by(2, 0)),
      button("Earlier", by(1, -0.5)),
      button("Later", by(1, 0.5)),
      button("Whole window", () => zoom(canvas, chart.from, chart.to)));
    canvas.parentElement.after(tools);
  };

  const ranksOf = (chart, bin) => {
    const first = bin * chart.ranks_per_bin;
    return { first, last: Math.min(first + chart.ranks_per_bin, chart.ranks) - 1 };
  };

  const words = ({ first, last }) => first === last ? first : first + "–" + last;

  const cellText = (chart, from, to) => {
    const ranks = bin => words(ranksOf(chart, bin));
    const cell = cellsOf(chart).find(one => one.from === from && one.to === to);
    return `${ranks(from)} to ${ranks(to)}: ` + (cell ? `${figure(cell.messages, 4)} messages, ${figure(cell.bytes, 4)} B` : "nothing");
  };

  const stretched = height => (canvas, chart) => stretch(canvas, height(chart));

  /** By kind of chart: how it takes its space on the page, and how it is drawn. */
  const kinds = {
    bars: {
      draw: bars,
      frame(canvas, chart) {
        if (chart.rows) {
          canvas.parentElement.style.height = 6.5 + 1.6 * chart.labels.length + "rem";
        }
      }
    },
    lines: { draw: lines, frame() {} },
    matrix: { draw: matrix, frame: stretched(matrixHeight) },
    planes: { draw: planes, frame: stretched(planesHeight) },
    timeline: {
      draw: timeline,
      frame(canvas, chart) {
        stretch(canvas, timelineHeight(chart));
        zoomButtons(canvas);
      }
    }
  };

  const canvases = [...document.querySelectorAll("canvas[data-chart]")];
  const chartOf = canvas => charts[canvas.dataset.chart];
  const drawn = new Map();

  const draw = canvas => {
    drawn.get(canvas)?.destroy();
    drawn.set(canvas, kinds[chartOf(canvas).kind].draw(canvas, chartOf(canvas)));
  };

  /** Draws a chart shortly before it scrolls into view, so that a long page opens as fast as a short page. */
  const sight = new IntersectionObserver(seen => {
    for (const { target } of seen.filter(entry => entry.isIntersecting)) {
      sight.unobserve(target);
      draw(target);
    }
  }, { rootMargin: "50%" });

  const compare = (a, b) => typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });

  const key = cell => {
    const data = cell.querySelector("data");
    return data ? Number(data.value) : cell.textContent;
  };

  /** Sorts by a column: numbers from the largest first, words from A, then the other way round. */
  const sort = (table, column, heading) => {
    const body = table.tBodies[0];
    const rows = [...body.rows].map(row => ({ row, key: key(row.cells[column]) }));
    const now = heading.getAttribute("aria-sort");
    const numbers = rows.length > 0 && typeof rows[0].key === "number";
    const down = now === "none" ? numbers : now === "ascending";
    rows.sort((a, b) => down ? compare(b.key, a.key) : compare(a.key, b.key));
    body.append(...rows.map(r => r.row));
    for (const other of heading.parentElement.cells) {
      other.setAttribute("aria-sort", "none");
    }
    const order = down ? "descending" : "ascending";
    heading.setAttribute("aria-sort", order);
    document.getElementById("status").textContent =
      `${table.caption.textContent}: sorted by ${heading.textContent}, ${order}`;
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      button.addEventListener("click", () => sort(table, column, heading));
      heading.append(button);
      heading.setAttribute("aria-sort", "none");
    });
  }

  const RANKS = ["rank", "ranks", "from", "to", "from rank", "to rank"];

  const heads = table => [...table.tHead.rows[0].cells].map(cell => cell.textContent.trim());

  /** The tables with a row for each call site of a prediction. Nothing else on a comparison's page belongs to one call site. */
  const siteTables = document.querySelector("#comparison, #change") ? [] : [...document.querySelectorAll("table")]
    .filter(table => ["site", "function", "call"].every(head => heads(table).includes(head)));

  const siteRows = siteTables.flatMap(table => [...table.tBodies[0].rows]);

  /** The MPI call of the chosen call site; null for none. */
  const siteCall = () => {
    if (chosen.site === null) {
      return null;
    }
    return cellOf(siteRows.find(row => siteOf(row) === chosen.site), "call").textContent;
  };

  const cellOf = (row, head) => row.cells[heads(row.closest("table")).indexOf(head)];

  const siteOf = row => cellOf(row, "site").textContent.trim();

  const note = document.createElement("p");
  note.className = "chosen";
  note.setAttribute("role", "status");
  note.hidden = true;

  /** Selects ranks or a call site, and hides all other rows and charts. */
  const choose = what => {
    Object.assign(chosen, what);
    for (const table of document.querySelectorAll("table")) {
      const columns = heads(table).flatMap((name, column) => RANKS.includes(name) ? [column] : []);
      const ofSites = siteTables.includes(table);
      for (const row of columns.length > 0 || ofSites ? table.tBodies[0].rows : []) {
        const spans = columns.map(column => span(row.cells[column].textContent)).filter(found => found);
        row.hidden = ofSites
          ? chosen.site !== null && siteOf(row) !== chosen.site
          : spans.length > 0 && spans.every(isOther);
      }
    }
    for (const canvas of canvases) {
      const site = /^deltas-site-(\d+)-/.exec(canvas.dataset.chart);
      if (site) {
        canvas.closest("figure").hidden = chosen.site !== null && site[1] !== chosen.site;
      }
    }
    [...drawn.keys()].forEach(draw);
    const parts = [
      ...(chosen.ranks ? [`rank ${words(chosen.ranks)}`] : []),
      ...(chosen.site === null ? [] : [`call site ${chosen.site} (${siteCall()})`])
    ];
    note.hidden = parts.length === 0;
    note.replaceChildren(`Only ${parts.join(" and ")} `, button("Show all", () => choose({ ranks: null, site: null })));
  };

  /** Turns the content of a cell into a button that selects its row. */
  const pickable = (cell, what) => {
    const pick = button("", () => choose(what));
    pick.className = "pick";
    pick.append(...cell.childNodes);
    cell.append(pick);
  };

  siteRows.forEach(row => pickable(cellOf(row, "function"), { site: siteOf(row) }));
  for (const table of document.querySelectorAll("#ranks table")) {
    for (const row of table.tBodies[0].rows) {
      const ranks = span(row.cells[0].textContent);
      if (ranks) {
        pickable(row.cells[0], { ranks });
      }
    }
  }
  document.querySelector("main").append(note);

  keepWhole();

  const element = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  /** Makes a control for each axis of a grid of predictions, and shows the answer at the chosen values. */
  const answer = frame => {
    const { command, axes, figures, start, relation, reference, front } = charts[frame.dataset.answers];
    const STEPS = 1000;
    const at = axes.map((axis, i) => axis.places.length > 0 ? axis.places[start[i]] : start[i]);
    const ends = axis => [Math.min(...axis.places), Math.max(...axis.places)];

    /** The grid's values around a value of an axis, each with its weight. */
    const weights = (axis, value) => {
      if (axis.places.length === 0) {
        return [[value, 1]];
      }
      const sorted = [...axis.places.keys()].sort((a, b) => axis.places[a] - axis.places[b]);
      const next = Math.max(1, sorted.findIndex(i => axis.places[i] >= value));
      const [low, high] = [sorted[next - 1], sorted[next]];
      const way = axis.inverse ? x => 1 / x : x => x;
      const [from, to] = [way(axis.places[low]), way(axis.places[high])];
      const share = (way(value) - from) / (to - from);
      return [[low, 1 - share], [high, share]].filter(([, weight]) => weight !== 0);
    };

    const corners = () => axes.reduce(
      (found, axis, i) => found.flatMap(([point, weight]) =>
        weights(axis, at[i]).map(([place, share]) => [point * axis.labels.length + place, weight * share])),
      [[0, 1]]);

    const interpolated = (values, points) => points.some(([point]) => values[point] === null)
      ? NaN
      : points.reduce((sum, [point, weight]) => sum + weight * values[point], 0);

    const argument = (axis, value) => axis.places.length > 0
      ? axis.arguments[0] + Number((value / axis.in_base).toPrecision(4)) + axis.unit
      : axis.arguments[value];

    const tiles = [...figures.map(({ name }) => name), "parallel efficiency", relation].map(name => {
      const value = element("dd", {});
      return { value, tile: element("div", {}, element("dt", { textContent: name }), value) };
    });
    const line = element("code", {});

    const show = () => {
      const points = corners();
      const found = figures.map(({ values }) => interpolated(values, points));
      const texts = [
        ...figures.map(({ unit, per_unit: perUnit }, i) =>
          (found[i] * perUnit).toLocaleString("en", { maximumSignificantDigits: 4 }) + (unit ? " " + unit : "")),
        figure(100 * found[1] / found[0], 3) + "%",
        figure(found[0] / reference, 3)
      ];
      tiles.forEach(({ value }, i) => {
        value.replaceChildren(Number.isNaN(found[0])
          ? "no prediction"
          : element("data", { value: String(found[i] ?? ""), textContent: texts[i] }));
      });
      line.textContent = [command, ...axes.map((axis, i) => argument(axis, at[i]))].join(" ");
      const mark = (id, place, value) => {
        if (charts[id]) {
          charts[id].here = { place, value };
          drawn.get(canvases.find(canvas => chartOf(canvas) === charts[id]))?.draw();
        }
      };
      axes.forEach((axis, i) => {
        const own = charts[axis.chart]?.places ?? []; // a list's choice is an index, but its chart may have numbers
        mark(axis.chart, axis.places.length > 0 || own.length === 0 ? at[i] : own[at[i]], found[0]);
      });
      if (front) {
        mark(front.chart, found[front.amount], found[front.time]);
      }
    };

    const continuous = (axis, i, id) => {
      const [low, high] = ends(axis);
      const position = value => axis.logarithmic
        ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
      const value = share => axis.logarithmic ? low * (high / low) ** share : low + share * (high - low);
      const written = number => Number((number / axis.in_base).toPrecision(4));
      const slider = element("input", { type: "range", min: 0, max: STEPS, step: 1 });
      slider.setAttribute("aria-label", axis.name);
      const number = element("input", { type: "number", id, step: "any", min: written(low), max: written(high) });
      const set = chosenValue => {
        at[i] = Math.min(high, Math.max(low, chosenValue));
        slider.value = Math.round(STEPS * position(at[i]));
        slider.setAttribute("aria-valuetext", written(at[i]) + " " + axis.symbol);
        show();
      };
      slider.addEventListener("input", () => {
        number.value = written(value(slider.value / STEPS));
        set(number.value * axis.in_base);
      });
      number.addEventListener("input", () => number.value !== "" && set(number.value * axis.in_base));
      number.value = written(at[i]);
      slider.value = Math.round(STEPS * position(at[i]));
      return [slider, number];
    };

    const named = (axis, i, id) => {
      const list = element("select", { id }, ...axis.labels.map((label, k) => element("option", { value: k, textContent: label })));
      list.value = at[i];
      list.addEventListener("change", () => {
        at[i] = Number(list.value);
        show();
      });
      return [list];
    };

    frame.append(
      ...axes.map((axis, i) => {
        const id = `${frame.dataset.answers}-${i}`;
        const made = axis.places.length > 0 ? continuous(axis, i, id) : named(axis, i, id);
        const label = element("label", { htmlFor: id, textContent: axis.name + (axis.symbol ? ", " + axis.symbol : "") });
        return element("div", { className: "control" }, label, ...made);
      }),
      element("dl", { className: "tiles figures" }, ...tiles.map(({ tile }) => tile)),
      element("pre", {}, line));
    tiles[0].value.setAttribute("role", "status");
    show();
  };
  document.querySelectorAll("[data-answers]").forEach(answer);

  const print = on => {
    root.toggleAttribute("data-print", on);
    canvases.forEach(draw);
  };
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => [...drawn.keys()].forEach(draw));
  canvases.forEach(canvas => kinds[chartOf(canvas).kind].frame(canvas, chartOf(canvas)));
  canvases.forEach(canvas => sight.observe(canvas));
})();
