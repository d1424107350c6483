import { OperatorFault, withRemedy } from '../words/fault.ts'
import { message } from '../words/message.ts'

/** Telephone numbers as people write them. */

/**
 * Returns a function that converts a number from any form used in the country to the one that is stored
 * (E.164). The function throws an OperatorFault that states the right form.
 * @param country ISO 3166-1, such as UG; if empty, only numbers with a country code are understood
 */
export async function phoneReader(country: string): Promise<(text: string) => string> {
  // Loaded for the first number, so that the start does not wait for its tables.
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min')
  const local = isSupportedCountry(country) ? { defaultCountry: country } : {}
  return (text) => {
    // Countries have different prefixes for calls abroad, but no national number begins with two zeros.
    const asDialled = text.trim().replace(/^00(?=[1-9])/, '+')
    const number = parsePhoneNumberFromString(asDialled, { extract: false, ...local })
    if (number?.isPossible()) return number.number
    if (country === '' && /^\s*0/.test(text))
      throw new OperatorFault(
        message('phone.noCountry', { text }),
        { onTerminal: message('phone.noCountry.remedy'), onPage: message('phone.wrong.remedy') },
        WRONG_USAGE,
      )
    throw new OperatorFault(...withRemedy('phone.wrong', { text }), WRONG_USAGE)
  }
}

const WRONG_USAGE = 2

export const phoneNumber = async (text: string, country: string): Promise<string> =>
  (await phoneReader(country))(text)
