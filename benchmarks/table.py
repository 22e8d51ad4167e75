"""Prints Markdown tables, a row as soon as it is there: benchmarks/report run makes CSV files of them."""


def head(*columns):
    row(*columns)
    print("|" + len(columns) * " --- |", flush=True)


def row(*cells):
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)
