import java.net.URI;
import java.net.http.*;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Sends standard input, one JSON object a line, and repeats until it is stored. */
public class Send {
  public static void main(String[] args) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(System.getenv("FEED") + "/v1/changes"))
        .header("Authorization", "Bearer " + System.getenv("KEY"))
        .header("Content-Type", "application/x-ndjson").timeout(Duration.ofSeconds(60))
        .POST(HttpRequest.BodyPublishers.ofByteArray(System.in.readAllBytes())).build();
    for (var client = HttpClient.newHttpClient();; Thread.sleep(1000)) {
      var response = client.send(request, BodyHandlers.ofString());
      if (response.statusCode() == 429 || response.statusCode() == 503) continue;
      System.out.println(response.body());
      System.exit(response.statusCode() == 200 ? 0 : 1);
    }
  }
}
