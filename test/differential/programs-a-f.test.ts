import { corpusPrograms } from './harness/corpus.ts';
import { testPrograms } from './harness/test-programs.ts';

// Two files, so that two workers share the corpus.
testPrograms(
  'programs a–f',
  corpusPrograms().filter(({ name }) => name < 'g'),
);
