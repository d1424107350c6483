/** Why nothing is sent: the office's own decision, or else the gateway's code. */
export const BY_OFFICE = 'office'
