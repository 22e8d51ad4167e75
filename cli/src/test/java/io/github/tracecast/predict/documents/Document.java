package io.github.tracecast.predict.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One Markdown file.
 *
 * @param lines the whole text
 */
public record Document(Path file, List<String> lines) {
  private static final Pattern FENCE = Pattern.compile("\\s*```\\s*(\\S*).*");
  private static final Pattern HEADING = Pattern.compile("#{1,6} (.*)");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(<?([^)>\\s]+)>?[^)]*\\)");
  private static final Pattern DEFINITION = Pattern.compile("\\[[^\\]]+\\]: (\\S+)");
  private static final Pattern REMARK = Pattern.compile("<!-- (.*) -->");

  /** A link and where it stands. */
  public record Link(String target, int line) {}

  /**
   * A fenced block.
   *
   * @param language the word after the fence, such as {@code console}
   * @param remark the text of the comment above the block, or nothing
   * @param first index of the first line within the fences
   * @param end index of the closing fence
   */
  public record Block(String language, String remark, int first, int end) {}

  static Document read(Path file) throws IOException {
    return new Document(file, List.copyOf(Files.readAllLines(file)));
  }

  /** The path within the repository. */
  public String name() {
    return Documents.repository().relativize(file).toString();
  }

  public List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher fence = FENCE.matcher(lines.get(i));
      if (fence.matches()) {
        Matcher remark = REMARK.matcher(i == 0 ? "" : lines.get(i - 1).strip());
        int first = i + 1;
        do {
          i++;
        } while (i < lines.size() && !FENCE.matcher(lines.get(i)).matches());
        blocks.add(new Block(fence.group(1), remark.matches() ? remark.group(1) : "", first, i));
      }
    }
    return blocks;
  }

  /** Lines outside of blocks; an empty line stands for each line of a block. */
  public List<String> prose() {
    List<String> prose = new ArrayList<>(lines);
    for (Block block : blocks()) {
      for (int i = block.first() - 1; i <= Math.min(block.end(), lines.size() - 1); i++) {
        prose.set(i, "");
      }
    }
    return prose;
  }

  List<Link> links() {
    List<Link> links = new ArrayList<>();
    List<String> prose = prose();
    for (int i = 0; i < prose.size(); i++) {
      Matcher definition = DEFINITION.matcher(prose.get(i));
      if (definition.matches()) {
        links.add(new Link(definition.group(1), i + 1));
      }
      Matcher link = LINK.matcher(prose.get(i).replaceAll("`[^`]*`", "x"));
      while (link.find()) {
        links.add(new Link(link.group(1), i + 1));
      }
    }
    return links;
  }

  /** What a link may give after its #, as forges make it of the headings. */
  List<String> anchors() {
    Map<String, Integer> seen = new HashMap<>();
    List<String> anchors = new ArrayList<>();
    for (String line : prose()) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String slug = slug(heading.group(1));
        int before = seen.merge(slug, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? slug : slug + "-" + before);
      }
    }
    return anchors;
  }

  static String slug(String heading) {
    return heading
        .strip()
        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }
}
