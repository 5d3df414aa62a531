/**
 * The lowest version of Sightline that this version of the service serves, unless whoever runs it says otherwise. Raised
 * with a change that older clients would misread.
 */
export const lowestClient = '0.2.0';
