/**
 * A browser that translates a page puts elements in the place of its text nodes. React, which has the nodes that it
 * made, would fail when it removes one of them or inserts something before it, and would change texts where no one
 * sees it. So what a text was replaced by is removed, passed or, with a new text, replaced in turn.
 */
const replacements = new WeakMap<Node, ChildNode>()

new MutationObserver((changes) => {
  for (const { addedNodes, removedNodes, previousSibling } of changes)
    for (const text of removedNodes) {
      const put = addedNodes[0] ?? previousSibling
      if (text instanceof Text && put?.nodeName === 'FONT') replacements.set(text, put as ChildNode)
    }
}).observe(document, { childList: true, subtree: true })

/** What is where React believes `node` to be. */
const inPlace = (node: Node | null) => (node && !node.parentNode && replacements.get(node)) || node

const { insertBefore, removeChild } = Node.prototype
const { set: setValue, ...nodeValue } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') ?? {}

Object.defineProperty(Node.prototype, 'nodeValue', {
  ...nodeValue,
  set(this: Node, value: string) {
    setValue?.call(this, value)
    const put = inPlace(this)
    if (put !== this) (put as ChildNode).replaceWith(this)
  },
})
Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null) {
  return insertBefore.call(this, node, inPlace(before)) as T
}
Node.prototype.removeChild = function <T extends Node>(node: T) {
  removeChild.call(this, inPlace(node) as Node)
  return node
}
