import { lazy } from '../toolkit/model/lazy.js'
import { pairs } from './heard-language.js'

/**
 * English verbs with which the titles of requests say what a request does, each group with the verb that every language
 * has: "edit" and "modify" are `change`. A verb alone is its own group.
 */
export const titleVerbs = lazy(
  (): Readonly<Record<string, string>> =>
    pairs(`add append attach insert include apply add, activate enable activate, approve accept grant authorize authorise approve, archive archive,
    assign allocate reassign handout assign, block ban lock freeze suspend disable block, book reserve book, cancel void abort terminate withdraw calloff giveup cancel,
    capture charge capture, change update edit modify patch set put replace adjust configure amend mark switch toggle correct override change,
    check verify validate identify check, close end finish complete close, confirm acknowledge confirm, copy duplicate clone copy,
    create make generate new build open prepare create, deactivate deactivate, delete remove purge clear destroy drop erase empty discard wipe delete,
    extend renew prolong extend, import import, invite invite, link connect join associate bind link, login signin authenticate login, logout signout logout,
    move relocate reschedule move, open reopen open, order buy purchase order, pause hold pause, pay settle pay, place place, publish deploy publish,
    refund reimburse refund, register enroll enrol signup register, reject decline deny refuse dispute reject, release free release, rename rename,
    report flag report, request ask request, reset reset, restart reboot restart, restore recover undelete restore, resume continue resume, return exchange takeback giveback sendback return,
    revoke revoke, run execute trigger invoke process perform run, save store upsert save, schedule plan schedule, send submit deliver notify email post message forward send,
    share share, start launch begin initiate start, stop halt kill stop, subscribe follow subscribe, transfer transfer, unblock unlock unfreeze unban unblock,
    unlink detach disconnect unassign unlink, unsubscribe unfollow unsubscribe, upload upload, write log record write`),
)

/** Verbs of `titleVerbs` that are more often nouns in the name of a record: "order" in "Order cancel". */
export const nounVerbs: ReadonlySet<string> = new Set(
  `order book post report request return copy link register schedule share transfer import check log record message email charge exchange plan
  place release process open flag hold end store`.split(/\s+/),
)

/** Words of the address and the name of a request that only proves who a user is, besides the verbs of log-ins and checks. */
export const provingWords: ReadonlySet<string> = new Set(
  `auth authentication verification identification identity oauth token tokens session sessions challenge logon`.split(
    /\s+/,
  ),
)

/** Words in the names of data that say who a person is: `customer_number`. `parts` count only beside one of `data`. */
export const identityWords: Readonly<Record<'data' | 'parts', ReadonlySet<string>>> = {
  data: new Set(
    `customer client member user username caller patient guest employee person subscriber passenger student tenant driver
    account holder name email mail phone mobile telephone birth birthday birthdate dob ssn`.split(/\s+/),
  ),
  parts: new Set(`id number no nr of date first last given family middle full address`.split(/\s+/)),
}
