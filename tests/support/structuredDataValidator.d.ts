/** The parts the tests use; the packages bring no types. */
declare module '@adobe/structured-data-validator' {
  interface Issue {
    issueMessage: string;
    severity: 'ERROR' | 'WARNING';
    path: unknown;
    errorType?: string;
    fieldNames: string[];
  }
  export default class Validator {
    constructor(vocabulary: unknown);
    validate(extracted: unknown): Promise<Issue[]>;
  }
}

declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options: { addLocation: boolean; embedSource: string[] });
    parse(html: string): { errors?: { message: string; format: string }[] };
  }
}
