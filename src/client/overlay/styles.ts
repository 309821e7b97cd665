/**
 * Styles of the overlay. Colours come from `--voice-*` properties that a page may set (docs/client.md lists them);
 * everything else is fixed. Text has a contrast of at least 4.5 to 1 in both themes.
 */
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
