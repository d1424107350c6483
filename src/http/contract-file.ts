import contract from '../../openapi.json?packed'
import { unpacked } from './packed.ts'

/**
 * Returns the contract that is part of the program: the committed file, which a test compares with the
 * schemas.
 */
export const contractText = (): string => unpacked(contract).toString('utf8')
