/** The introduction of the contract, in Markdown: what a developer needs to know before the first request. */
export const INTRODUCTION = `An append-only, consent-gated store of supply-chain records of agricultural produce: harvests, deliveries, lots,
custody transfers, obligations. It runs on a cooperative's own premises. Farmers decide who reads; nothing is ever
overwritten or erased; every figure shows how it was found.

**Credentials.** Ask the cooperative that runs this appliance. Its operator makes a token with
\`granary credential issue\`, or a one-time code for a phone with \`granary device enrol\`. Send it as
\`Authorization: Bearer gry_…\`. A token speaks for one party, and what it may do depends on its kind: a lender's only
reads. Reference data, health, readiness and the certificate to trust the service by need none.

**Purpose.** Every read of records states its purpose: \`?purpose=credit_assessment\`, one of the \`purposes\` of the
registry. You see what you wrote, what is about you, and what others have opened to you for this purpose and this
type of record. Every disclosure is written to the audit log before it is answered.

**A 404 reveals nothing.** What does not exist and what you may not see get the same answer, with the same bytes, in the
same time. Lists omit it. So a 404 never means that there is no such record.

**Ids** are UUIDs of version 7 (RFC 9562), in lower case, made by the client. Sending the same again is always safe: it
writes nothing and gives 200. The same id with other content is a 409.

**Refusals** are problem documents (RFC 9457). \`code\` is stable and meant for programs; \`errors\` lists the faults of
a 422 with pointers into the body: all faults of form, or else the first rule broken. \`correlation_id\` is
also the header \`x-correlation-id\`; send a UUID in it and it is kept. Wait for \`Retry-After\` after a 429 or a 503.

Timestamps are RFC 3339: send any offset, you get UTC. Mass is kilograms; money is a whole
number of the currency's minor units. The examples come from a real service with made-up data.`
