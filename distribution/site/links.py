"""A hook of MkDocs: links of the documents that lead out of docs/ go to the repository's pages."""
import pathlib
import posixpath
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"(\]\(|^\[[^\]]+\]: )(?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?", re.MULTILINE)
FENCE = re.compile(r"^(```.*?^```)$", re.MULTILINE | re.DOTALL)


def on_page_markdown(markdown, page, config, files):
    folder = posixpath.dirname(page.file.src_path)

    def absolute(link):
        start, target, anchor = link.group(1), link.group(2), link.group(3) or ""
        path = posixpath.normpath(posixpath.join("docs", folder, target))
        if path == "docs" or path.startswith("docs/"):
            return link.group(0)
        kind = "tree" if (ROOT / path).is_dir() else "blob"
        return f"{start}{config['repo_url']}/{kind}/main/{path}{anchor}"

    parts = FENCE.split(markdown)
    return "".join(part if part.startswith("```") else LINK.sub(absolute, part) for part in parts)
