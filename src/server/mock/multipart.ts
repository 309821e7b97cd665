/** A field of a multipart form that was sent. */
export interface FormField {
  name: string
  /** The text of the field; of a file, its name. */
  value: string
  isFile: boolean
}

/** Maximum number of fields that are read. */
const MOST_FIELDS = 200

/** The fields of a multipart form (RFC 7578); none if the content type has no boundary. */
export function multipartFields({ body, contentType }: { body: string; contentType: string }): FormField[] {
  const [, quoted, plain] = /\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return []
  return body
    .split(`--${boundary}`)
    .slice(1, MOST_FIELDS + 1)
    .flatMap((part) => {
      const end = /\r?\n\r?\n/.exec(part)
      if (!end) return []
      const head = part.slice(0, end.index)
      const name = /\bname="([^"]+)"/.exec(head)?.[1]
      const file = /\bfilename="([^"]*)"/.exec(head)?.[1]
      const text = part.slice(end.index + end[0].length).replace(/\r?\n$/, '')
      return name === undefined ? [] : [{ name, value: file ?? text, isFile: file !== undefined }]
    })
}
