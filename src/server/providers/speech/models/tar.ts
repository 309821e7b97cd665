const BLOCK = 512

/** The content of one file in a tar archive of npm; `undefined` if the file is missing. */
export function fileInTar(tar: Buffer, path: string): Buffer | undefined {
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const name = textAt(tar, { at, length: 100 })
    if (!name) return undefined
    const prefix = textAt(tar, { at: at + 345, length: 155 })
    const size = Number.parseInt(textAt(tar, { at: at + 124, length: 12 }), 8)
    if (!Number.isFinite(size)) return undefined
    if ((prefix ? `${prefix}/${name}` : name) === path) return tar.subarray(at + BLOCK, at + BLOCK + size)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return undefined
}

function textAt(tar: Buffer, { at, length }: { at: number; length: number }): string {
  return tar
    .toString('utf8', at, at + length)
    .replace(/\0[\s\S]*$/, '')
    .trim()
}
