import { Text as InkText, type TextProps } from 'ink'
import { Children, type ReactNode } from 'react'
import { showControls } from '../../printable.js'

/** The colour of a text or a border; undefined if the variable NO_COLOR (no-color.org) turns colour off. */
export function colourOf<C>(color: C): C | undefined {
  return process.env.NO_COLOR ? undefined : color
}

/**
 * Text that shows control characters as visible text, and that has no colour if NO_COLOR is set. The `Text` of ink
 * would send the characters to the terminal, and would ignore NO_COLOR.
 */
export function Text({ children, color, ...style }: TextProps): ReactNode {
  const shown = Children.map(children, (child) => (typeof child === 'string' ? showControls(child) : child))
  return (
    <InkText {...style} {...(color !== undefined && { color: colourOf(color) })}>
      {shown}
    </InkText>
  )
}
