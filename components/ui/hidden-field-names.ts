// No `use client` module: the server could not read its constants.

/** Set when a form is posted again after its confirmation was shown. */
export const confirmingField = 'confirming'

/** The idempotency key of a form: made where it is rendered, and replaced after the response. */
export const idempotencyKeyField = 'requestKey'

/** For whom a form was rendered, by their id. */
export const personField = 'person'

/** Prefix of the hidden field with the label of the field of that name, for pages without a script. */
export const labelField = 'label.'
