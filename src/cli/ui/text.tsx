import { Text as InkText, type TextProps } from 'ink'
import { Children, type ReactNode } from 'react'
import { showControls } from '../../printable.js'

/** Text that shows control characters as visible text. The `Text` of ink would send them to the terminal. */
export function Text({ children, ...style }: TextProps): ReactNode {
  const shown = Children.map(children, (child) => (typeof child === 'string' ? showControls(child) : child))
  return <InkText {...style}>{shown}</InkText>
}
