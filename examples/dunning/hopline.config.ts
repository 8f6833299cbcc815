import { defineConfig } from 'hopline';
import { PracticeBank, PracticeMailer, PracticeSubscriptions } from './practice-services.ts';
import { Dunning } from './workflow.ts';

export default defineConfig({
  files: ['workflow.ts'],
  workflows: () => [new Dunning(new PracticeBank(), new PracticeMailer(), new PracticeSubscriptions())],
});
