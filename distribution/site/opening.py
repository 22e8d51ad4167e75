"""A hook of MkDocs: the site opens on what README.md opens with, before the list of documents."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def on_page_markdown(markdown, page, config, files):
    if page.file.src_path != "README.md":
        return markdown
    opening = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## ")[0]
    title, _, documents = markdown.partition("\n")
    return opening.replace("](docs/", "](") + "\n\n#" + title + "\n" + documents.replace("\n## ", "\n### ")
