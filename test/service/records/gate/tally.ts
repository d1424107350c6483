/**
 * What must have happened in some world or other, for their agreement to say anything of it. All of it is the oracle's
 * word, or the expected answer's; none of it is asked of the service.
 */
export const HAPPENINGS = [
  // Inputs, as they stood when the inference was received.
  'an input was read as one’s own',
  'an input was open by a grant',
  'an input was open for one purpose and not for another',
  'an input needed the grants of several',
  'an input was stopped by an objection',
  'an input had a grant that was over or had not begun',
  'an inference was an input by a grant',
  'an input was no party’s to read',
  'an input arrived later',
  'an input was named twice',
  'an input was a party',
  'an input was a harvest',
  'an input was a lot',
  'an input was a delivery',
  'an input was a delivery_confirmation',
  'an input was a custody_transfer',
  'an input was a loss',
  'an input was an obligation',
  'an input was a retraction',
  'a model’s party sent one again',
  'an id was taken',
  'a device was refused',
  'a reader was refused',
  // Whom they are about.
  'somebody joined all',
  'somebody joined those known',
  'somebody joined by a lot',
  'somebody joined by a correction',
  'somebody joined by a custody_transfer',
  'somebody joined through another',
  'somebody joined one too deep',
  'somebody stayed among all',
  'somebody stayed among those known',
  'somebody stayed after a retraction',
  'somebody stayed after a correction',
  'they stayed unknown',
  // Reads.
  'read by its asserter',
  'read by whom it is about',
  'read by whom it is about, among others unknown',
  'read by the grant of one',
  'read by the grants of several',
  'read by a grant though on a loss about nobody now',
  'read with all inputs',
  'read without some inputs',
  'whom it is about read all inputs',
  'whom it is about read not all inputs',
  'its asserter was told an input that it may not read',
  'an input left out was named twice',
  'read with an inference left out',
  'read with an inference among the inputs',
  'read over HTTP by a device',
  'read over HTTP by a reader',
  'refused: no such inference',
  'refused: no grant',
  'refused: objection',
  'refused: an input did not resolve',
  'refused: what it rests on has such an input',
  'refused: a loss about nobody',
  'refused: too deep',
  // What follows.
  'stale: input_retracted',
  'stale: input_forked',
  'stale: input_superseded',
  'stale: input_not_readable',
  'stale through another',
  'stale through more than sixteen',
  'flagged: inference_depth_exceeded',
  'flagged: inference_depth_misstated',
  'flagged: inference_input_unresolved',
  // Rights of those in them.
  'objection: stopped',
  'objection: out_of_scope',
  'objection: others_decide',
  'objection: exempt',
  'objection: consent_only',
  'objection: out_of_scope, among others unknown',
  'objection: others_decide, among others unknown',
  'objection: exempt, among others unknown',
  'objection: consent_only, among others unknown',
  'objection: consent_only though on another ground',
  'objection: reached one alone among others unknown',
  'told to whom it is about',
  'told to whom it is about, among others unknown',
  'told without its asserter',
  'told with all inputs',
  'told without some inputs',
  'disclosed: own',
  'disclosed: consent',
  'disclosed: consent_of_others',
  'disclosed: printed_for_the_subject',
  // What was paid.
  'a reader knew when a debt was last paid',
  'a reader did not know when',
  // What a correction of a lot does not take back.
  'a lot was kept that begins later now',
  'a lot was kept that another holds now',
  // What a copy drops.
  'a copy had something closed',
  // The origin of a lot.
  'an origin showed a plot',
  'an origin left out a plot',
  'an origin showed a fault',
  'an origin left out a fault',
  'an origin was read by a grant',
  'an origin was refused',
  'a record was closed that this copy had not',
  // What follows from the lots, and what contradicts itself.
  'the events of a lot were read',
  'events followed an input',
  'events had a hand-over',
  'a contradiction was listed for the office',
  // What comes again though it was there and could be read all along.
  'a record came again as others decide now',
  'a record came again to be kept for another time',
  'a record came again as it had moved',
  'a record came again as its standing changed',
  'a record came again as it shows others otherwise',
  'a delivery came again as what was paid is told otherwise',
  // Where none may stand.
  'a record named one',
  'a record under its id was asked for',
  'a batch held one',
] as const
export type Happening = (typeof HAPPENINGS)[number]

export type Tally = Map<Happening, number>

export const add = (tally: Tally, what: Happening, times = 1): void => {
  tally.set(what, (tally.get(what) ?? 0) + times)
}

export const neverHappened = (tally: Tally): Happening[] => HAPPENINGS.filter((what) => !tally.get(what))
