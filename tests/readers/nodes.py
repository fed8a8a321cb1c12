"""Nodes of Firefall's files, chunks and zones, as their description says."""
from fields import Fields, Short

MARKER = bytes.fromhex("ED125BED125AED12")


class Node:
    """A node: where its header begins, and the data from `at` to `end` that is its content."""

    def __init__(self, fields):
        self.begin = fields.at
        self.has_marker = int(fields.left() >= 8 and fields.data.startswith(MARKER, fields.at))
        fields.take(8 * self.has_marker)
        self.type, self.length = fields.many("II")
        self.at, self.end = fields.at, fields.at + self.length
        self.id = self.parent = None
        self.depth = 0
        self.status = None

    def content(self, data):
        return Fields(data, self.at, self.end)


def children(fields):
    """The nodes of a list, back to back, and why they break off: "ok", "header", "node-length"."""
    nodes = []
    while fields.left():
        try:
            node = Node(fields)
        except Short:
            return nodes, "header"
        if node.length > fields.left():
            return nodes, "node-length"
        fields.take(node.length)
        nodes.append(node)
    return nodes, "ok"


def spread(nodes, parent, found, held):
    """Appends nodes to `found`, each before those that it holds: held(node) lists them."""
    for node in nodes:
        node.id, node.parent = len(found), parent
        node.depth = 0 if parent is None else parent.depth + 1
        found.append(node)
        spread(held(node), node, found, held)
