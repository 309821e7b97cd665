import type { JsonObject } from '../../model/json.js'
import type { LineColumn } from '../line-index.js'

/** A file that cannot be read, with the place of its first mistake. */
export interface SourceProblem extends LineColumn {
  path: string
  text: string
  message: string
}

/** A collection of another format than v2.1, converted in memory. */
export interface ConvertedCollection {
  /** The file or folder of the collection. */
  path: string
  /** The format in words, such as "a Bruno collection". */
  format: string
  /** The collection in v2.1. `originOf` tells where its members stand in the files of the user. */
  document: JsonObject
  /** What v2.1 cannot express, as sentences. */
  remarks: string[]
  /** The files that cannot be read. The document does not have what is in them. */
  problems: SourceProblem[]
}
