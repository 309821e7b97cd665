declare module '*.md' {
  const text: string
  export default text
}
declare module '*.txt' {
  const text: string
  export default text
}

/** The version in package.json. The build inserts it, so that the program need not read the file when it starts. */
declare const __VERSION__: string
