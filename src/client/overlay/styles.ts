/** Styles of the overlay. Pages set the `--voice-*` colours (docs/client.md). Contrast is at least 4.5 to 1 in both themes. */
const LIGHT = `
  --font: var(--voice-font, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif);
  --accent: var(--voice-accent, #4b45c6);
  --on-accent: var(--voice-on-accent, #ffffff);
  --ground: var(--voice-background, #fbfaf9);
  --raised: var(--voice-surface, #ffffff);
  --sunken: var(--voice-sunken, #f1eff0);
  --ink: var(--voice-text, #1d1b24);
  --quiet: var(--voice-muted, #625e6e);
  --line: var(--voice-line, #e4e1e6);
  --danger: var(--voice-danger, #b3261e);
  --good: var(--voice-good, #17693a);
  --orb-a: var(--voice-orb-1, #6a5cff);
  --orb-b: var(--voice-orb-2, #2fb6d8);
  --orb-c: var(--voice-orb-3, #f2a7c8);
  --shade: 0 1px 2px #1d1b240d, 0 6px 24px #1d1b2412;
  color-scheme: light;`

const DARK = `
  --accent: var(--voice-accent, #b4aeff);
  --on-accent: var(--voice-on-accent, #17133d);
  --ground: var(--voice-background, #131218);
  --raised: var(--voice-surface, #1e1c25);
  --sunken: var(--voice-sunken, #24222c);
  --ink: var(--voice-text, #eeecf3);
  --quiet: var(--voice-muted, #a8a3b5);
  --line: var(--voice-line, #3a3744);
  --danger: var(--voice-danger, #ffb4ab);
  --good: var(--voice-good, #7fd79b);
  --orb-a: var(--voice-orb-1, #8577ff);
  --orb-b: var(--voice-orb-2, #35c3e2);
  --orb-c: var(--voice-orb-3, #e58fb8);
  --shade: 0 1px 2px #0006, 0 8px 28px #0005;
  color-scheme: dark;`

const FRAME = `
:host { all: initial; display: contents }
:host([data-embedded]) { display: block; position: relative; overflow: hidden }
:host([data-embedded])::before { content: ""; display: block; height: 24rem }
*, ::before, ::after { box-sizing: border-box }
[hidden] { display: none !important }
.root, .colours { ${LIGHT} }
[data-theme=dark] { ${DARK} }
@media (prefers-color-scheme: dark) { [data-theme=auto] { ${DARK} } }
.root {
  position: fixed; inset: 0 0 auto; width: 100%; max-width: none; height: var(--visible-height, 100dvh); max-height: none;
  translate: 0 var(--visible-top, 0px); margin: 0; padding: 0; border: 0; outline: 0;
  display: flex; flex-direction: column; overflow: hidden; overscroll-behavior: contain;
  background: var(--ground); color: var(--ink); font: 400 16px/1.55 var(--font);
  letter-spacing: -.003em; -webkit-font-smoothing: antialiased; -webkit-text-size-adjust: 100%; text-align: start;
}
dialog.root:not([open]) { display: none }
dialog.root::backdrop { background: var(--ground) }
dialog.root[open] { animation: arrive .22s cubic-bezier(.2, .8, .3, 1) }
.embedded.root { position: absolute; height: 100%; translate: none }
.column { width: 100%; max-width: 46rem; margin: 0 auto; padding-inline: max(20px, env(safe-area-inset-left)) max(20px, env(safe-area-inset-right)) }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.icon { width: 22px; height: 22px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; flex: none; display: block }
.icon.stop { fill: currentColor; stroke: none }
button { font: inherit; letter-spacing: inherit; color: inherit; border: 0; background: none; padding: 0; cursor: pointer; -webkit-tap-highlight-color: transparent; touch-action: manipulation }
button:disabled { cursor: default }
:focus-visible { outline: 2.5px solid var(--accent); outline-offset: 2px }
.round { width: 48px; height: 48px; border-radius: 50%; display: grid; place-items: center; color: var(--ink); background: var(--sunken); transition: background .15s, color .15s, transform .15s }
.round:hover:not(:disabled) { background: var(--line) }
.round:active:not(:disabled) { transform: scale(.95) }
.round[aria-pressed=true], .round[aria-pressed=true]:hover:not(:disabled) { background: var(--ink); color: var(--ground) }
.pill { min-height: 44px; padding: 8px 20px; border-radius: 22px; font-weight: 550; background: var(--sunken); color: var(--ink); transition: filter .15s, background .15s }
.pill:hover { background: var(--line) }
.pill.main { background: var(--accent); color: var(--on-accent) }
.pill.danger { background: var(--danger); color: var(--ground) }
.launch { display: inline-flex; align-items: center; gap: 10px; min-height: 52px; padding-block: 8px; padding-inline: 20px 24px; border-radius: 26px; font: 550 16px/1.5 var(--font); box-shadow: var(--shade) }
:host([corner]) .launch { position: fixed; inset-block-end: max(20px, env(safe-area-inset-bottom)); inset-inline-end: 20px; z-index: 2147483000 }
:host([corner=start]) .launch { inset-inline: 20px auto }
.pill.main:hover, .pill.danger:hover { filter: brightness(1.08) }
header { flex: none; padding-top: env(safe-area-inset-top) }
header .column { display: flex; align-items: center; gap: 12px; min-height: 68px; padding-block: 12px }
h2 { font: inherit; font-weight: 620; font-size: 17px; line-height: 1.3; letter-spacing: -.012em; margin: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.who { min-width: 0; flex: 1 }
.status { display: flex; align-items: center; gap: 8px; font-size: 14px; line-height: 1.4; color: var(--quiet); margin: 0; min-height: 20px }
.dot { width: 8px; height: 8px; border-radius: 50%; background: var(--quiet); flex: none; transition: background .2s }
[data-tone=ready] .dot, [data-tone=listening] .dot { background: var(--good) }
[data-tone=thinking] .dot, [data-tone=speaking] .dot { background: var(--accent) }
[data-tone=warning] .dot { background: var(--danger) }
[data-tone=thinking] .dot, [data-tone=busy] .dot, [data-tone=warning] .dot { animation: blink 1.2s ease-in-out infinite }
.link { min-height: 32px; padding: 2px 6px; margin: -6px 0; border-radius: 8px; font-weight: 600; color: var(--accent); text-decoration: underline; text-underline-offset: 3px; white-space: nowrap }
@keyframes arrive { from { opacity: 0; transform: translateY(10px) } }
@keyframes blink { 50% { opacity: .3 } }
@keyframes turn { to { rotate: 1turn } }
@media (max-height: 480px) {
  header .column { min-height: 52px; padding-block: 4px }
}
@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after { animation: none !important; transition: none !important; scroll-behavior: auto !important }
}
@media (forced-colors: active) {
  .round, .pill, .bubble, .composer, .approval, .notice, .orb:enabled { border: 1px solid }
  .composer:focus-within { outline: 2px solid Highlight }
  .icon { stroke: ButtonText }
}`

export const frameStyles: string = FRAME

export const conversationStyles: string = `
.middle { flex: 1; min-height: 0; position: relative; display: flex }
.scroll { flex: 1; overflow-y: auto; overscroll-behavior: contain; scrollbar-width: thin; scrollbar-color: var(--line) transparent; outline-offset: -3px; mask-image: linear-gradient(transparent, #000 20px) }
.rows { padding-block: 16px 28px }
.is-empty .rows { min-height: 100%; padding-block: 0; display: flex; flex-direction: column }
.row { margin-bottom: 14px; overflow-wrap: anywhere; min-width: 0 }
.group { content-visibility: auto; contain-intrinsic-size: auto 150lh; margin: -6px -20px; padding: 6px 20px }
.group + .group { margin-top: 0; padding-top: 0 }
.user { width: fit-content; max-width: min(85%, 34rem); margin-inline-start: auto }
.bubble { padding: 10px 16px; border-radius: 20px; border-end-end-radius: 6px; background: color-mix(in srgb, var(--accent) 13%, var(--ground)) }
.assistant { max-width: 100%; padding-block: 2px }
.partial .bubble { background: none; box-shadow: inset 0 0 0 1.5px var(--line); color: var(--quiet); font-style: italic }
.partial.user:not(.unsent, .wordless) .part:last-child > :last-child::after { content: "…" }
.wordless .bubble { font-style: normal; box-shadow: inset 0 0 0 1.5px var(--good) }
.unsent .bubble { font-style: normal; width: fit-content; margin-inline-start: auto }
.unsent .note { text-align: end }
.root:not([data-tone=warning], [data-tone=busy], [data-tone=off]) .unsent .note { display: none }
.waits { display: inline-flex; gap: 5px; padding: 10px 2px }
.waits i { width: 7px; height: 7px; border-radius: 50%; background: var(--quiet); animation: blink 1.2s ease-in-out infinite }
.waits i:nth-child(2) { animation-delay: .15s }
.waits i:nth-child(3) { animation-delay: .3s }
.note { font-size: 13px; color: var(--quiet); margin: 4px 0 0 }
.text { white-space: pre-wrap }
.text p, .text ul, .text pre { margin: 0 }
.text .gap { margin-top: .7em }
.text ul { padding-inline-start: 1.3em; white-space: normal }
.text ul + p, .text p + ul { margin-top: .35em }
.text li::marker { color: var(--quiet) }
.text a { color: var(--accent) }
.text .table { overflow-x: auto; margin-block: .5em; white-space: normal }
.text table { border-collapse: collapse; font-variant-numeric: tabular-nums }
.text :is(td, th) { padding-block: 6px; padding-inline: 0 14px; text-align: start; border-bottom: 1px solid var(--line); overflow-wrap: normal }
.text th { font-weight: 600; color: var(--quiet) }
.text .number { padding-inline-start: 1.6em; text-indent: -1.6em }
.text .heading { font-weight: 650; margin-top: .6em }
.text > :first-child > :first-child, .text > :first-child > ul:first-child > :first-child { margin-top: 0 }
.part { content-visibility: auto; contain-intrinsic-size: auto 40lh }
.part:last-child { content-visibility: visible }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .86em; letter-spacing: 0 }
.text code { background: var(--sunken); border-radius: 6px; padding: .12em .35em }
pre { margin: 0; padding: 12px 14px; border-radius: 12px; background: var(--sunken); color: var(--ink); overflow: auto; max-height: 20rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere }
.text pre { margin-block: .5em; white-space: pre; overflow-wrap: normal }
.tool { width: fit-content; max-width: 100%; font-size: 14px; color: var(--quiet) }
.tool[open] { width: auto }
.chip { display: inline-flex; align-items: center; gap: 8px; max-width: 100%; min-height: 36px; padding-block: 4px; padding-inline: 8px 12px; border-radius: 18px; background: var(--sunken) }
.tool summary { cursor: pointer; list-style: none; transition: background .15s }
.tool summary::-webkit-details-marker { display: none }
.tool summary:hover { background: var(--line) }
.tool .icon { width: 18px; height: 18px }
.tool .name { color: var(--ink); font-weight: 520; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0 }
.tool .state { white-space: nowrap; font-variant-numeric: tabular-nums }
.tool .chevron { width: 14px; height: 14px; transition: rotate .15s }
.tool[open] .chevron { rotate: 90deg }
.tool .check { color: var(--good) }
.tool .failed, .tool[data-status=failed] .state { color: var(--danger) }
.mark { display: grid }
.ring { width: 14px; height: 14px; margin: 2px; border-radius: 50%; border: 2px solid var(--line); border-top-color: var(--accent); animation: turn .8s linear infinite; flex: none }
.facts { display: grid; gap: 6px; padding: 10px 0 4px }
.label { font-size: 13px; font-weight: 600; color: var(--quiet) }
.facts pre + .label { margin-top: 6px }
.approval { padding: 18px 20px 20px; max-width: 32rem; border-radius: 20px; background: var(--raised); box-shadow: 0 1px 2px #0001, 0 3px 12px #00000012, inset 0 0 0 1px var(--line) }
.approval .ask { font-weight: 600; font-size: 17px; line-height: 1.4; margin: 0; letter-spacing: -.01em }
.approval dl { display: grid; grid-template-columns: fit-content(45%) 1fr; gap: 4px 18px; margin: 12px 0 0; font-size: 15px }
.approval dt { color: var(--quiet) }
.approval dd { margin: 0; min-width: 0; max-height: 9lh; overflow: auto; white-space: pre-wrap }
.approval .remark { margin: 8px 0 0; font-size: 15px }
.calls { list-style: none; margin: 0; padding: 0 }
.several .call { margin-top: 14px; padding-top: 14px; border-top: 1px solid var(--line) }
.call .what { margin: 0; font-weight: 550 }
.sent { margin-top: 8px; font-size: 14px; color: var(--quiet) }
.sent summary { width: fit-content; min-height: 32px; padding-block: 4px; cursor: pointer }
.sent code { display: block; overflow-wrap: anywhere }
.sent dl { font-size: 14px; margin-top: 6px }
.choices { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 18px }
.choices .pill { flex: 1 1 8rem; max-width: 16rem }
.approval .choices .pill { max-width: none }
.several .call .choices { margin-top: 12px }
.several .call .choices .pill { flex: none }
.several .all { padding-top: 18px; border-top: 1px solid var(--line) }
.approval .choices + .note { margin-top: 10px; text-align: center }
.interrupted.assistant .part:last-child > :last-child::after { content: " —"; color: var(--danger) }
.answered { display: inline-flex; align-items: center; gap: 6px; margin: 10px 0 0; font-size: 14px; color: var(--quiet) }
.answered .icon { width: 18px; height: 18px }
.settled .call { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 14px }
.approval.settled { background: none; box-shadow: inset 0 0 0 1px var(--line); padding-block: 12px }
.settled .answered { margin: 0 }
.settled :is(dl, .sent, .remark) { display: none }
.approval.settled .ask { font-weight: 520; font-size: 15px }
.several.settled .call { margin-top: 8px; padding-top: 0; border: 0 }
.empty { flex: 1; display: grid; place-content: center; justify-items: center; text-align: center; gap: 8px; padding: 24px 20px }
.empty h3 { font: inherit; font-size: clamp(26px, 6.5vmin, 36px); font-weight: 620; line-height: 1.2; letter-spacing: -.025em; margin: 0 }
.empty div { display: flex; flex-wrap: wrap; justify-content: center; gap: 8px }
.empty .pill { max-width: 100%; margin-top: 2px }
.has-notice .empty p { display: none }
.empty p { margin: 0; color: var(--quiet); font-size: 17px }
.jump { position: absolute; inset: auto auto 12px 50%; translate: -50% 0; width: 40px; height: 40px; background: var(--raised); box-shadow: var(--shade), inset 0 0 0 1px var(--line) }
`

export const stageStyles: string = `
footer { flex: none; padding-bottom: max(16px, env(safe-area-inset-bottom)); position: relative }
.voice { display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; justify-items: center; gap: 12px; padding-top: 6px }
.voice > :first-child { justify-self: end; margin-inline-end: 12px }
.voice > :last-child { justify-self: start; margin-inline-start: 12px }
.voice .round { position: relative; z-index: 1 }
.voice .round:disabled { color: var(--quiet); opacity: .5 }
.orb { position: relative; width: 88px; height: 88px; border-radius: 50%; display: grid; place-items: center; isolation: isolate; flex: none; color: #fff; transition: opacity .3s, filter .3s }
.orb:disabled { color: #fff }
.orb::before, .orb::after { content: ""; position: absolute; border-radius: 50%; z-index: -1; pointer-events: none }
.orb::before { inset: -6px; background: radial-gradient(closest-side, color-mix(in srgb, var(--orb-a) 55%, transparent) 40%, transparent); scale: calc(.92 + var(--level, 0) * .3); opacity: calc(.35 + var(--level, 0) * .65) }
.orb::after {
  inset: 8px; scale: calc(1 + var(--level, 0) * .14);
  background:
    radial-gradient(circle at 32% 24%, #fffc 0, #fff0 42%),
    radial-gradient(circle at 76% 82%, var(--orb-c) 0, transparent 58%),
    radial-gradient(circle at 16% 78%, var(--orb-b) 0, transparent 62%), var(--orb-a);
  box-shadow: inset 0 -6px 16px #0002, 0 4px 18px color-mix(in srgb, var(--orb-a) 35%, transparent)
}
.orb .icon { width: 26px; height: 26px; filter: drop-shadow(0 1px 4px #0008) }
[data-tone=listening] .orb::after { animation: breathe 3.6s ease-in-out infinite }
[data-tone=listening] .orb::before { background: none; box-shadow: 0 0 0 3px var(--good); opacity: calc(.45 + var(--level, 0) * .55); scale: calc(.98 + var(--level, 0) * .18) }
.is-hearing .orb::before { opacity: 1; box-shadow: 0 0 0 5px var(--good) }
[data-tone=thinking] .orb::before { scale: 1; opacity: 1; background: conic-gradient(transparent 25%, var(--accent)); mask: radial-gradient(closest-side, transparent 88%, #000 90%); animation: turn 1.2s linear infinite }
[data-tone=thinking] .orb::after { inset: 18px; filter: saturate(.55) }
[data-tone=speaking] .orb::before { inset: -14px; scale: 1; opacity: 1; animation: pulse 1.1s ease-in-out infinite }
[data-tone=busy] .orb, [data-tone=warning] .orb, [data-tone=off] .orb { filter: saturate(.15); opacity: .55 }
.is-empty:not(.has-notice) .orb { width: 132px; height: 132px }
.is-empty:not(.has-notice) .voice { padding-bottom: clamp(16px, 9vh, 96px) }
.hint { text-align: center; font-size: 13px; color: var(--quiet); margin: 10px 0 0 }
.composer { display: flex; align-items: flex-end; gap: 4px; padding: 5px; border-radius: 30px; background: var(--raised); box-shadow: var(--shade), inset 0 0 0 1px var(--line) }
.composer:focus-within { box-shadow: var(--shade), inset 0 0 0 2px var(--accent) }
textarea { flex: 1; min-width: 0; font: inherit; letter-spacing: inherit; color: inherit; background: none; border: 0; outline: 0; resize: none; margin: 0; padding-block: 11px; padding-inline: 16px 4px; height: 47px; max-height: min(11rem, 30vh); overflow-y: auto; scrollbar-width: thin }
textarea:focus-visible { outline: 0 }
textarea::placeholder { color: var(--quiet); opacity: 1 }
.composer .round { width: 46px; height: 46px; background: none }
.composer .round:hover:not(:disabled) { background: var(--sunken) }
.composer .go { background: var(--accent); color: var(--on-accent) }
.composer .go:hover:not(:disabled) { background: var(--accent); filter: brightness(1.08) }
.composer .go:disabled { background: var(--sunken); color: var(--quiet) }
.notice { display: flex; align-items: flex-start; gap: 12px; margin-bottom: 14px; padding: 14px 16px 16px; border-radius: 20px; background: var(--raised); box-shadow: var(--shade), inset 0 0 0 1px var(--line); font-size: 15px; max-height: 40dvh; overflow-y: auto }
.notice .icon { color: var(--danger); margin-top: 1px }
.notice p { margin: 2px 0 0; color: var(--quiet); line-height: 1.45; overflow-wrap: anywhere }
.notice strong { font-weight: 600; line-height: 1.4 }
.notice .choices { margin-top: 12px; margin-inline-end: -40px; gap: 8px }
.notice .pill { flex: none; min-height: 40px; padding: 6px 15px; font-size: 15px }
.notice .words { flex: 1; min-width: 0 }
.notice .round { width: 36px; height: 36px; margin-top: -6px; margin-inline-end: -8px; background: none; color: var(--quiet) }
.notice .round .icon { width: 18px; height: 18px; color: inherit; margin: 0 }
@keyframes breathe { 50% { scale: 1.04 } }
@keyframes pulse { 50% { scale: 1.1; opacity: .8 } }
@media (max-height: 480px) {
  .orb, .is-empty:not(.has-notice) .orb { width: 60px; height: 60px }
  .is-empty:not(.has-notice) .voice { padding-bottom: 0 }
  footer { padding-bottom: max(8px, env(safe-area-inset-bottom)) }
  .notice { max-height: 50dvh; margin-bottom: 8px; padding-block: 10px 12px }
}
`
