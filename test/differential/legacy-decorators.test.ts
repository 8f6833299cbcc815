import { corpusPrograms } from './harness/corpus.ts';
import { testPrograms } from './harness/test-programs.ts';

// Every tenth program is enough: only the way in which classes and decorators are written changes.
testPrograms(
  'with legacy decorators',
  corpusPrograms().filter((_, index) => index % 10 === 0),
  { experimentalDecorators: true },
);
