"""The board (the page that shows a table in a browser, or as an Activity inside Discord). This
package has the board's web server, the words on the board, and the doors (private links) that lead
members to it."""
