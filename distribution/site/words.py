"""A hook of MkDocs: keys, options and names in code break after a dot only, never inside a word or at a hyphen."""
import re

CODE = re.compile(r"(<pre.*?</pre>)|<code>([^<]*)</code>", re.DOTALL)
LONGEST = 48  # characters that fit on a telephone; longer paths may break anywhere


def on_page_content(html, page, config, files):
    return CODE.sub(lambda found: found.group(1) or f"<code>{words(found.group(2))}</code>", html)


def words(text):
    return "".join(part if part.isspace() else word(part) for part in re.split(r"(\s+)", text))


def word(text):
    parts = [part for part in re.split(r"(?<=[a-z]\.)(?=[a-z])", text) if part]
    return "<wbr>".join(part if len(part) > LONGEST else f'<span class="whole">{part}</span>' for part in parts)
