import { LegalPage } from './LegalPage.tsx';
import { buildTerms } from './termsText.ts';

export function TermsScreen() {
  return <LegalPage title="Terms of Service" build={buildTerms} />;
}
