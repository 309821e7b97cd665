import { Text as InkText, type TextProps } from 'ink'
import { Children, type ReactNode } from 'react'
import { showControls } from '../../printable.js'

/** Text on the screen. Ink would pass control sequences in it on to the terminal; here they are shown instead. */
export function Text({ children, ...style }: TextProps): ReactNode {
  const shown = Children.map(children, (child) => (typeof child === 'string' ? showControls(child) : child))
  return <InkText {...style}>{shown}</InkText>
}
