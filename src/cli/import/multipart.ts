import type { JsonObject } from '../../toolkit/model/json.js'

/**
 * The fields of a multipart body recorded as one text, in Postman's form; empty if it cannot be parsed. Files keep
 * only their names.
 */
export function multipartFields(text: string, mimeType: string): JsonObject[] {
  const boundary = /boundary="?([^";]+)/i.exec(mimeType)?.[1]?.trim()
  if (!boundary) return []
  return text.split(`--${boundary}`).flatMap((part): JsonObject[] => {
    const [, head = '', value = ''] = /^\r?\n([\s\S]*?)\r?\n\r?\n([\s\S]*?)\r?\n?$/.exec(part) ?? []
    const key = /;\s*name="([^"]*)"/i.exec(head)?.[1]
    if (key === undefined) return []
    const file = /;\s*filename="([^"]*)"/i.exec(head)?.[1]
    return file === undefined ? [{ key, value, type: 'text' }] : [{ key, type: 'file', src: file }]
  })
}
