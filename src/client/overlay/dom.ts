/** Attributes of an element. `false` and `undefined`: no attribute; `true`: an attribute without a value. */
export type Attributes = Record<string, string | number | boolean | undefined>

/** An element with attributes and children. Strings become text, never markup, so nothing foreign is executed. */
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

export function button(attributes: Attributes, ...children: (Node | string)[]): HTMLButtonElement {
  return element('button', { type: 'button', ...attributes }, ...children)
}

/** Shows or hides an element. If nothing changes, writes nothing, so that the browser does not repeat the layout. */
export function setShown(node: HTMLElement, isShown: boolean): void {
  if (node.hidden === isShown) node.hidden = !isShown
}

/** Writes text only if it changed, else screen readers would read it again. */
export function setText(node: HTMLElement, text: string): void {
  if (node.textContent !== text) node.textContent = text
}

export function setAttribute(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value)
}

export function setAttributes(node: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined) node.setAttribute(name, value === true ? '' : String(value))
  }
}
