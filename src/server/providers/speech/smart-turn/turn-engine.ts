import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { logMel, MELS, STEPS } from './log-mel.js'
import type { TurnAnswer, TurnEngineData, TurnQuestion } from './turn-messages.js'

/**
 * The part of the API of onnxruntime-web that this file uses. The package is an optional peer dependency, so its own
 * types may be absent.
 */
interface Onnx {
  env: { wasm: { numThreads: number } }
  InferenceSession: { create(file: Uint8Array, options: object): Promise<OnnxSession> }
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => object
}

interface OnnxSession {
  run(inputs: Record<string, object>): Promise<Record<string, { data: Float32Array } | undefined>>
}

/** The main function of the worker thread: loads the model, then handles one `TurnQuestion` after the other. */
async function work({ model, runtime }: TurnEngineData): Promise<void> {
  const loaded = (await import(runtime)) as Onnx & { default?: Onnx }
  // If onnxruntime-web is a CommonJS module, `import` returns its exports in `default`.
  const onnx = loaded.default ?? loaded
  onnx.env.wasm.numThreads = 1
  const session = await onnx.InferenceSession.create(await readFile(model), { executionProviders: ['wasm'] })
  const judge = async (samples: Int16Array) => {
    const features = new onnx.Tensor('float32', logMel(samples), [1, MELS, STEPS])
    const { logits } = await session.run({ input_features: features })
    return logits?.data[0] ?? Number.NaN
  }
  let before: Promise<unknown> = Promise.resolve()
  parentPort?.on('message', ({ id, samples }: TurnQuestion) => {
    before = before
      .then(() => judge(samples))
      .then(
        (ended) => answer({ id, ended }),
        (error: unknown) => answer({ id, problem: String(error) }),
      )
  })
}

function answer(message: TurnAnswer): void {
  parentPort?.postMessage(message)
}

void work(workerData as TurnEngineData).catch((error: unknown) => {
  throw error
})
