export interface MultipartField {
  name: string
  value: string
  file?: string
}

/** The first `most` fields of a multipart form (RFC 7578). Of several boundaries, the last one counts. */
export function multipartFields(
  body: string,
  contentType: string,
  most = Number.POSITIVE_INFINITY,
): MultipartField[] | undefined {
  const at = contentType.toLowerCase().lastIndexOf('boundary=')
  const [, quoted, plain] =
    at < 0 ? [] : (/^boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType.slice(at)) ?? [])
  const boundary = quoted ?? plain
  return boundary === undefined
    ? undefined
    : body
        .split(`--${boundary}`)
        .slice(1, most + 1)
        .flatMap(fieldOf)
}

/** The field of one part; none if the part has no head with a name. */
export function fieldOf(part: string): MultipartField[] {
  const end = /\r?\n\r?\n/.exec(part)
  const head = end ? part.slice(0, end.index) : ''
  const [, quoted, plain] = /;\s*name\*?\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(head) ?? []
  const name = quoted ?? plain?.replace(/^(?:utf-8'[^']*)?'|'$/gi, '')
  if (!end || name === undefined) return []
  const value = part.slice(end.index + end[0].length).replace(/\r?\n$/, '')
  if (!/;\s*filename\*?=/i.test(head)) return [{ name, value }]
  return [{ name, value, file: /;\s*filename="([^"]*)"/i.exec(head)?.[1] ?? '' }]
}
