(() => {
  "use strict";
  const charts = JSON.parse(document.getElementById("data").textContent).charts;
  const root = document.documentElement;
  const drawn = [];

  const color = name => getComputedStyle(root).getPropertyValue("--" + name).trim();
  const figure = number => Number(number.toPrecision(6)).toLocaleString("en");

  /** Lines at places of note, with their names. */
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
        ctx.fillText(mark.name, x + (right ? 4 : -4), area.top + 10);
        ctx.restore();
      }
    }
  });

  /** A name of which the end tells most. */
  const shortened = name => name.length > 40 ? "…" + name.slice(-39) : name;

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
    const dataset = (series, i) => ({
      type: series.line ? "line" : "bar",
      label: series.name,
      data: series.values.map(value => value * chart.per_unit),
      backgroundColor: color("series-" + i % 8),
      borderColor: color("series-" + i % 8),
      borderWidth: series.line ? 1.5 : 0,
      pointRadius: 0,
      pointHitRadius: 4,
      maxBarThickness: chart.rows ? 28 : undefined,
      barPercentage: 1,
      categoryPercentage: chart.labels.length > 64 ? 1 : 0.9,
      stack: series.line ? "line " + i : "bars",
      order: series.line ? 0 : 1
    });
    const first = place => {
      const label = chart.labels[place];
      return chart.rows ? shortened(label) : label.split("–")[0].trim();
    };
    const places = axis(chart.x, false, { callback: first, autoSkip: !chart.rows });
    const values = axis(chart.y, true, { maxTicksLimit: 6 });
    if (chart.rows) {
      canvas.parentElement.style.height = 6.5 + 2 * chart.labels.length + "rem";
    }
    return new Chart(canvas, {
      type: "bar",
      data: { labels: chart.labels, datasets: chart.series.map(dataset) },
      plugins: [marks(chart.marks)],
      options: {
        animation: false,
        maintainAspectRatio: false,
        locale: "en",
        indexAxis: chart.rows ? "y" : "x",
        interaction: { mode: "index", intersect: false, axis: chart.rows ? "y" : "x" },
        scales: chart.rows ? { x: values, y: places } : { x: places, y: values },
        plugins: {
          legend: { display: chart.series.length > 1, labels: { color: color("ink"), boxWidth: 12 } },
          tooltip: {
            callbacks: { label: item => item.dataset.label + ": " + figure(chart.rows ? item.parsed.x : item.parsed.y) }
          }
        }
      }
    });
  };

  const matrix = (canvas, chart) => {
    const side = 768;
    const cell = side / chart.bins;
    canvas.width = canvas.height = side;
    const ctx = canvas.getContext("2d");
    ctx.fillStyle = color("band");
    ctx.fillRect(0, 0, side, side);
    let most = 1;
    for (let i = 0; i < chart.cells.length; i += 4) {
      most = Math.max(most, chart.cells[i + 3]);
    }
    ctx.fillStyle = color("series-0");
    for (let i = 0; i < chart.cells.length; i += 4) {
      const [from, to, , bytes] = chart.cells.slice(i, i + 4);
      ctx.globalAlpha = 0.15 + 0.85 * Math.log1p(bytes) / Math.log1p(most);
      const x = Math.floor(to * cell);
      const y = Math.floor(from * cell);
      ctx.fillRect(x, y, Math.floor((to + 1) * cell) - x, Math.floor((from + 1) * cell) - y);
    }
    ctx.globalAlpha = 1;
    canvas.onmousemove = event => {
      const to = Math.floor(event.offsetX / canvas.clientWidth * chart.bins);
      const from = Math.floor(event.offsetY / canvas.clientHeight * chart.bins);
      canvas.title = cellText(chart, from, to);
    };
    return { destroy() {}, resize() {} };
  };

  const cellText = (chart, from, to) => {
    const ranks = bin => {
      const first = bin * chart.ranks_per_bin;
      const last = Math.min(first + chart.ranks_per_bin, chart.ranks) - 1;
      return first === last ? first : first + "–" + last;
    };
    for (let i = 0; i < chart.cells.length; i += 4) {
      if (chart.cells[i] === from && chart.cells[i + 1] === to) {
        return `${ranks(from)} to ${ranks(to)}: ${figure(chart.cells[i + 2])} messages, ${chart.cells[i + 3].toLocaleString("en")} B`;
      }
    }
    return `${ranks(from)} to ${ranks(to)}: nothing`;
  };

  const kinds = { bars, matrix };

  const draw = () => {
    drawn.splice(0).forEach(chart => chart.destroy());
    for (const canvas of document.querySelectorAll("canvas[data-chart]")) {
      const chart = charts[canvas.dataset.chart];
      drawn.push(kinds[chart.kind](canvas, chart));
    }
  };

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

  const print = on => {
    root.toggleAttribute("data-print", on);
    draw();
  };
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
})();
