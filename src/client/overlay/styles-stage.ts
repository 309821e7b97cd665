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
