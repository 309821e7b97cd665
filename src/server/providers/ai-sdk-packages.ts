import { VoiceError } from '../../errors.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import type { AiSdkModel } from '../model/ai-sdk-model.js'
import type { LanguageModel } from '../model/language-model.js'
import { createAiSdkModel } from './ai-sdk.js'
import type { KeyVariables } from './credential.js'
import { findPeer } from './find-peer.js'

/** A provider of language models whose package of the AI SDK the user installs. */
export interface PackageProvider extends KeyVariables {
  package: string
  /** The newest version of the package that runs on Node 20. */
  version: number
  /** The export that creates the provider. */
  factory: string
  /** Options that let a model answer without thinking long before it. */
  options?: (model: string) => JsonObject | undefined
}

/** The providers whose packages know more of their rules than the chat completions API. To add one, add an entry. */
export const PACKAGE_PROVIDERS: Readonly<Record<string, PackageProvider>> = {
  anthropic: {
    package: '@ai-sdk/anthropic',
    version: 3,
    factory: 'createAnthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    options: (model) => ({ anthropic: shortThinking(model) }),
  },
  google: {
    package: '@ai-sdk/google',
    version: 3,
    factory: 'createGoogleGenerativeAI',
    keyVariable: 'GEMINI_API_KEY',
    otherVariables: ['GOOGLE_API_KEY'],
    options: (model) => ({ google: { thinkingConfig: shortestThinking(model) } }),
  },
  vertex: { package: '@ai-sdk/google-vertex', version: 4, factory: 'createVertex' },
  bedrock: { package: '@ai-sdk/amazon-bedrock', version: 4, factory: 'createAmazonBedrock' },
  cohere: {
    package: '@ai-sdk/cohere',
    version: 3,
    factory: 'createCohere',
    keyVariable: 'COHERE_API_KEY',
  },
}

/** Claude thinks unless told otherwise, and a few models cannot be told. */
function shortThinking(model: string): JsonObject {
  return /opus-5-5|fable/.test(model) ? { effort: 'low' } : { thinking: { type: 'disabled' } }
}

/** From version 3 on, Gemini has levels of thinking; before, a budget of tokens. */
function shortestThinking(model: string): JsonObject {
  if (/gemini-[12]\b/.test(model)) return /pro/.test(model) ? {} : { thinkingBudget: 0 }
  return { thinkingLevel: /lite/.test(model) ? 'minimal' : 'low' }
}

/** A model of an installed package, which is loaded on first use. Throws `not-installed` if the package is absent. */
export function createPackageModel(
  { package: specifier, version, factory, options }: PackageProvider,
  {
    name,
    model,
    apiKey,
    baseUrl,
  }: { name: string; model: string; apiKey?: string | undefined; baseUrl?: string | undefined },
): LanguageModel {
  const found = findPeer(specifier)
  if (found === undefined)
    throw new VoiceError(
      'not-installed',
      `The language model "${name}" needs the package ${specifier}: npm install ${specifier}@${version}`,
    )
  const load = async () => {
    const exported = (await import(found)) as Record<string, (settings: object) => (id: string) => AiSdkModel>
    const settings = {
      ...(apiKey !== undefined && { apiKey }),
      ...(baseUrl !== undefined && { baseURL: baseUrl }),
    }
    return exported[factory]!(settings)(model)
  }
  return createAiSdkModel(load, { name, apiKey, providerOptions: options?.(model) })
}
