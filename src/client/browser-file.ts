/** The one file for a script tag: the global `VoiceSDK`. */

import { setScriptUrl } from './worklet-url.js'

export * from './index.js'

const { currentScript } = document
if (currentScript instanceof HTMLScriptElement) setScriptUrl(currentScript.src)
