import { corpusPrograms } from './harness/corpus.ts';
import { testPrograms } from './harness/test-programs.ts';

testPrograms(
  'programs g–z',
  corpusPrograms().filter(({ name }) => name >= 'g'),
);
