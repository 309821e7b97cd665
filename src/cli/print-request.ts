import { singleLine } from '../printable.js'
import type { DryRun } from '../toolkit/model/tool.js'
import type { Output } from './output.js'

/** Prints a request as it would be sent: method and address, then headers, then the body. */
export function printRequest(
  { method, url, headers, body }: DryRun,
  { print, paint }: Pick<Output, 'print' | 'paint'>,
): void {
  print(paint.bold(singleLine(`${method} ${url}`)))
  for (const [name, value] of headers) print(singleLine(`${name}: ${value}`))
  if (body !== null) print(`\n${body}`)
}
