// Reads the settings as the console will; each fault is printed with its setting's name and an example.
import { readEnvironment } from '@/lib/env';

const read = readEnvironment(process.env);
if (!read.ok) {
  for (const { name, fault, example } of read.faults)
    console.error(`  ${name} ${fault}.\n      for example: ${example}`);
  process.exitCode = 1;
}
