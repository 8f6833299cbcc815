import { defineConfig } from 'hopline';
import { PageCopier } from './copier.ts';
import { PracticePartner, PracticeTable } from './practice-partner.ts';
import { PartnerSync } from './workflow.ts';

export default defineConfig({
  files: ['workflow.ts'],
  workflows: () => [new PartnerSync(new PageCopier(new PracticePartner(), new PracticeTable()))],
});
