export interface LegalSection {
  /** Stable: links from elsewhere point at it. */
  id: string;
  heading: string;
  /** A list among the paragraphs is a list of points. */
  paragraphs: readonly (string | readonly string[])[];
}

export interface LegalText {
  updated: string;
  introduction: string;
  sections: readonly LegalSection[];
}
