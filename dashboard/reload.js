// Runs in the browser when the socket to the server is lost: wait for the server, then load the page anew. What was
// sent meanwhile is lost with the socket, so a page that merely reconnected would show an earlier battle. Selection,
// language and theme are in the address.
if (!window.massbattleWaits) {
  window.massbattleWaits = true
  const wait = async () => {
    try {
      const answer = await fetch("alive", {cache: "no-store"})
      if (answer.ok) {
        window.location.reload()
        return
      }
    } catch {
      // not there yet
    }
    window.setTimeout(wait, 500)
  }
  wait()
}
