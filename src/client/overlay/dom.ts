/** Attributes of an element; `false` and `undefined` leave one out, `true` writes it without a value. */
export type Attributes = Record<string, string | number | boolean | undefined>

/**
 * An element with attributes and children. Strings become text nodes, never markup, so that nothing a server or a person has written
 * can be executed.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag)
  setAttributes(node, attributes)
  node.append(...children)
  return node
}

/** A button that submits nothing. */
export function button(attributes: Attributes, ...children: (Node | string)[]): HTMLButtonElement {
  return element('button', { type: 'button', ...attributes }, ...children)
}

/** Shows or hides without taking part in layout. */
export function setShown(node: HTMLElement, isShown: boolean): void {
  if (node.hidden === isShown) node.hidden = !isShown
}

/** Writes text only when it has changed: a live region would read it again, and layout would be done again. */
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text
}

/** Writes an attribute only when it has changed. */
export function setAttribute(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value)
}

/** Writes attributes as {@link Attributes} says. */
export function setAttributes(node: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined) node.setAttribute(name, value === true ? '' : String(value))
  }
}
