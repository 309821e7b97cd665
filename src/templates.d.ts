declare module '*.md' {
  const text: string
  export default text
}
declare module '*.txt' {
  const text: string
  export default text
}

/** The version in package.json, inserted at build, so that a start need not read the file. */
declare const __VERSION__: string
