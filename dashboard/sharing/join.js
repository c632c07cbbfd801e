// Takes the secret off the address at once, and asks for the link only where the address did not hold it.
const token = document.querySelector("input[name=token]")
if (location.hash.length > 1) {
  token.value = location.hash.slice(1)
  history.replaceState(null, "", location.pathname + location.search)
}
document.getElementById("link").hidden = token.value !== ""
document.querySelector("input:not([name=token])").focus()
