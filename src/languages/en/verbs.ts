import type { SearchLanguage } from '../search-language.js'

/** Splits a text at its commas into phrases. */
export const phrases = (text: string): string[] =>
  text.split(',').map((phrase) => phrase.trim().replace(/\s+/g, ' '))

/**
 * Everyday words for each action. A word that is often a noun is listed only in a phrase: "log" is a noun, so the
 * phrase "log an" is listed. Words for `delete` and `cancel` should have no other meaning. "kick off" is left out,
 * because it may also ask to start a job.
 */
export const englishActions: SearchLanguage['actions'] = {
  list: phrases(`list, all, every, which, overview, enumerate, itemize, how many, are there, do we have, do you have,
    have we got, did we get, what are, what kinds of, what sort of, what sorts of, run through, go through, run down,
    rundown, came in, come in`),
  get: phrases(`get, show, read, see, view, display, give me, give us, gimme, tell, fetch, retrieve, grab, look up,
    pull up, check, inspect, detail, describe, what, where, who, is there, how is, how are, how was, how were,
    how did, know, info, information, open, look at, look into, peek at, glance at, bring up, bring me, hand me,
    read out, read back, walk me through, run me through, take me through, talk me through, fill me in, catch me up,
    update me, brief me, remind me what, remind me who, remind me which, remind me when, count, exist, verify,
    validate, make sure, double check, how much`),
  find: phrases(`find, search, look for, query, filter, browse, discover, lookup, recommend, suggest, find out, seek,
    hunt for, hunt down, track down, look through, pick out, narrow down, dig up, dig out`),
  create:
    phrases(`create, add, new, make, register, insert, enter, place, submit, post, buy, purchase, book, schedule, put,
    open a, open an, open me a, open us a, open up a, start a, start an, kick off a, kick off an, kick off the,
    kick off another, kick off my, launch a, launch an, launch another, fire up a, spin up, set up, sign up, enroll,
    put in, put down, put on, put together, pencil in, slot in, squeeze in, write down, note down, jot down, draw up,
    draft a, draft an, compose, take on, hire, recruit, bring in, file, lodge, log a, log an, report a, report an,
    raise a, raise an, leave a, leave an, drop him a, drop her a, drop them a, shoot him a, shoot her a, shoot them a,
    fire off, announce, generate, prepare, arrange, save, store, upload, append, attach, record, request, invite,
    issue, write, send, pay, settle, hand back, pay back`),
  update:
    phrases(`update, change, edit, modify, rename, set, mark, switch, adjust, correct, replace, alter, patch, turn,
    fix, amend, should be, is now, are now, move, tweak, rewrite, overwrite, rectify, raise the, lower the, bump up,
    bump the, push back, bring forward, put off, postpone, reschedule, relabel, reassign`),
  delete:
    phrases(`delete, remove, erase, drop, destroy, get rid of, do away with, no more, rid, take out, take away, clear,
    purge, discard, throw away, throw out, chuck out, toss out, take off, strike off, cross off, cross out, kick out,
    boot out, bin, scrap, ditch, trash, eliminate, dispose of, for good, wipe, wipe out, deregister, unregister,
    detach, unlink, unassign, disassociate, uninstall`),
  cancel:
    phrases(`cancel, call off, stop, abort, revoke, undo, void, withdraw, reverse, terminate, close, end, shut down,
    hang up, back out of, pull out of, opt out, drop out of, discontinue, halt, cease, quit, rescind, retract, annul,
    no longer want, no longer need, do not want`),
}
