/** The first of `name`, `name_2`, `name_3` and so on that is free. `separator` is the text before the number. */
export function freeName(name: string, isFree: (candidate: string) => boolean, separator = '_'): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${name}${separator}${count}`
    if (isFree(candidate)) return candidate
  }
}
