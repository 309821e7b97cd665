import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')
/** Where the sources seem to stand; nothing is written. */
const folder = join(root, 'build/checked')

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  paths: { 'voice/run': [join(root, 'src/toolkit/run/index.ts')] },
  types: ['node'],
  strict: true,
  noEmit: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
}

/** What `tsc --strict` and more says about sources that exist in memory only, by path; empty when they are sound. */
export function checkTypes(files: Record<string, string>): string[] {
  const sources = new Map(Object.entries(files).map(([path, text]) => [join(folder, path), text]))
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile, directoryExists } = host
  host.fileExists = (path) => sources.has(path) || fileExists(path)
  host.readFile = (path) => sources.get(path) ?? readFile(path)
  host.directoryExists = (path) =>
    [...sources.keys()].some((file) => file.startsWith(`${path}/`)) || directoryExists?.(path) === true
  host.getSourceFile = (path, version, ...rest) =>
    sources.has(path)
      ? ts.createSourceFile(path, sources.get(path)!, version)
      : getSourceFile(path, version, ...rest)
  const program = ts.createProgram([...sources.keys()], options, host)
  return [...sources.keys()].flatMap((path) => {
    const source = program.getSourceFile(path)
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText, start }) => {
        const at = source?.getLineAndCharacterOfPosition(start ?? 0)
        return `${path.slice(folder.length + 1)}:${(at?.line ?? 0) + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
      },
    )
  })
}
