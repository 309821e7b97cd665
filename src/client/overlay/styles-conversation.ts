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
