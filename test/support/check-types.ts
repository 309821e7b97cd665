import { join } from 'node:path'
import ts from 'typescript'

const root = join(import.meta.dirname, '../..')
/** Where the sources seem to stand; nothing is written. */
const folder = join(root, 'build/checked')

/** The sources behind the entries of the package. */
const ENTRIES = {
  voice: 'index.ts',
  'voice/toolkit': 'toolkit/index.ts',
  'voice/run': 'toolkit/run/index.ts',
  'voice/server': 'server/index.ts',
  'voice/client': 'client/index.ts',
  'voice/client/audio': 'client/audio/index.ts',
  'voice/client/overlay': 'client/overlay/index.ts',
  'voice/client/element': 'client/element.ts',
  'voice/react': 'client/react/index.ts',
  'voice/react-native': 'client/react/native.ts',
  'voice/testing': 'testing/index.ts',
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  paths: Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, [join(root, 'src', file)]])),
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

/** The errors of `tsc --strict`, with further checks, for sources in memory by path; empty if there are none. */
export function checkTypes(files: Record<string, string>, more: ts.CompilerOptions = {}): string[] {
  const sources = new Map(Object.entries(files).map(([path, text]) => [join(folder, path), text]))
  const chosen = { ...options, ...more }
  const host = ts.createCompilerHost(chosen)
  const { fileExists, readFile, getSourceFile, directoryExists } = host
  host.fileExists = (path) => sources.has(path) || fileExists(path)
  host.readFile = (path) => sources.get(path) ?? readFile(path)
  host.directoryExists = (path) =>
    [...sources.keys()].some((file) => file.startsWith(`${path}/`)) || directoryExists?.(path) === true
  host.getSourceFile = (path, version, ...rest) =>
    sources.has(path)
      ? ts.createSourceFile(path, sources.get(path)!, version)
      : getSourceFile(path, version, ...rest)
  const program = ts.createProgram([...sources.keys()], chosen, host)
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
