// Prints the contract as the schemas make it (npm run contract).
import { madeContract } from './contract/made.ts'

process.stdout.write(`${await madeContract()}\n`)
