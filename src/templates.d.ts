declare module '*.md' {
  const text: string
  export default text
}
declare module '*.txt' {
  const text: string
  export default text
}

/** The version in package.json, put in at build: reading it must not cost a start anything. */
declare const __VERSION__: string
